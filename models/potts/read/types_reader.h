// Reads the types of cells and their settings: `types`, `fixed`, and the keys of terms in the section
// `potts`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/section.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

constexpr double most_energy = 1e9;  // the largest energy in a model file

// Reads the names of types, and which of them are fixed. Leaves the types empty if something is wrong.
void read_types(io::Section& section, PottsSpec& spec);
// Reads the keys of all terms.
void read_terms(io::Section& section, PottsSpec& spec);

// Names of all types, for the readers of terms.
std::vector<std::string> type_names(const PottsSpec& spec);
std::optional<std::size_t> type_called(const PottsSpec& spec, const std::string& name);
// Reads a list of types: `fixed: [wall]`.
std::vector<bool> read_type_set(io::Section& section, const char* key, const PottsSpec& spec);

}  // namespace morula::potts
