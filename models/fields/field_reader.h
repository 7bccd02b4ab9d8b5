// The keys of `fields`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/lattice.h"
#include "core/number.h"
#include "io/section.h"
#include "models/fields/field_spec.h"

namespace morula::fields {

constexpr std::size_t most_fields = 16;

// Reads the key `fields` of a family's section. `spec` has the classes of sites, the family's quantities and
// the parameters already; `taken` are names that fields cannot have, and what they stand for. What was chosen
// is noted in `chosen`.
void read_fields(io::Section& section, const Lattice& lattice,
                 const std::map<std::string, std::string>& taken, FieldsSpec& spec,
                 std::map<std::string, Number>& chosen);

}  // namespace morula::fields
