// Reads the species: names and colours.
#pragma once

#include <vector>

#include "io/section.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

constexpr std::size_t most_species = 255;

// Reads `species` of the section `interaction`: their number, their names, or names with colours. Empty if
// there is an error.
std::vector<Species> read_species(io::Section& section);

}  // namespace morula
