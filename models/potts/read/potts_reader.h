// Reads the settings of a tissue: `lattice`, `steps`, `replicas`, `potts`, `initial` and `output.cells`.
#pragma once

#include "io/section.h"
#include "models/input_folder.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

void read_potts(io::Section& root, const InputFolder& folder, Spec& spec);

}  // namespace morula::potts
