// The types of cells, and what is said of each: `types`, `adhesion`, `volume`, `surface`, `connected`,
// `fixed`, `potential` of the section `potts`.
#pragma once

#include "io/section.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

void read_types(io::Section& section, PottsSpec& spec);
std::vector<std::string> type_names(const PottsSpec& spec);

}  // namespace morula::potts
