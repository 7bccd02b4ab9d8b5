// Reasons not to trust the numbers of a fit.
#pragma once

#include <string>
#include <vector>

#include "analysis/fit/fit.h"

namespace morula {

std::vector<std::string> doubts(const FitReport& report);

}  // namespace morula
