// Reasons not to trust the parameters of a fit.
#pragma once

#include <string>
#include <vector>

#include "analysis/fit/fit.h"

namespace morula {

std::vector<std::string> doubts(const FitReport& report);

}  // namespace morula
