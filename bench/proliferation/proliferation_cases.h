// The population on which dividing cells are measured.
#pragma once

#include "models/proliferation/proliferation_spec.h"

namespace morula {

// A histogram like that of a cytometer for cells that have not divided yet: 53,546 cells around 3100, in 1024
// channels that are evenly spaced on a logarithmic axis from 1 to 10^4. It is the same on every machine.
Histogram undivided_cells();

// The model of these cells, with the three types that ProCell's authors found in bone marrow: quiescent, slow
// and fast.
ProliferationSpec bone_marrow(double until);

}  // namespace morula
