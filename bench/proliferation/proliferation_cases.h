// The population that the figures of dividing cells are of.
#pragma once

#include "models/proliferation/proliferation_spec.h"

namespace morula {

// A histogram as a cytometer gives one of cells that have not divided yet: 1024 channels, evenly spaced on a
// logarithmic axis from 1 to 10^4, and 53,546 cells around 3100. The same on every machine.
Histogram undivided_cells();

// They, of three types: quiescent ones, slow and fast ones, as ProCell's authors found them in bone marrow.
ProliferationSpec bone_marrow(double until);

}  // namespace morula
