// Fits can be ranked by AIC only if they describe the same measured cells, counted in the same bins.
#pragma once

#include <vector>

#include "analysis/fit/fit_input.h"

namespace morula {

// Throws SpecError if a model's target or bins differ from those of the first model. Every model must have a
// target.
void check_comparable(const std::vector<FitInput>& inputs);

}  // namespace morula
