// Which fits may be ranked by AIC: those of the same cells, counted in the same bins.
#pragma once

#include <vector>

#include "analysis/fit/fit_input.h"

namespace morula {

// Throws SpecError where a model has another target than the first one, or other bins. Each has a target.
void check_comparable(const std::vector<FitInput>& inputs);

}  // namespace morula
