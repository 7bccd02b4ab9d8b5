// Reads the keys that a sweep varies, and their values: `over` of a sweep file.
#pragma once

#include <vector>

#include "io/section.h"
#include "sweep/sweep_spec.h"

namespace morula::sweep {

std::vector<SweptKey> read_over(io::Section& section, Design design);

}  // namespace morula::sweep
