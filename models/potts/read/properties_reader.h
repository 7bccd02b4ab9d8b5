// `properties: {energy: {initial: 1, rate: "mean(oxygen) - 0.3"}}`
#pragma once

#include <map>
#include <string>

#include "io/section.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

// The names of properties, which sources of fields may use; `taken` are names of other things, and what these
// are.
void read_property_names(io::Section& section, const std::map<std::string, std::string>& taken,
                         PottsSpec& spec);
// Their formulas, when the fields are known.
void read_properties(io::Section& section, PottsSpec& spec);

}  // namespace morula::potts
