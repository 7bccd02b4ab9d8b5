// Reads `properties: {energy: {initial: 1, rate: "mean(oxygen) - 0.3"}}`.
#pragma once

#include <map>
#include <string>

#include "io/section.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

// Reads the names of properties, which sources of fields may use. `names_in_use` are the names that
// properties cannot have, each with its present meaning.
void read_property_names(io::Section& section, const std::map<std::string, std::string>& names_in_use,
                         PottsSpec& spec);
// Reads the formulas of properties, when the fields are known.
void read_properties(io::Section& section, PottsSpec& spec);

}  // namespace morula::potts
