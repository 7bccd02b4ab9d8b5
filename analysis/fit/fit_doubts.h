// Reasons not to trust the parameters of a fit.
#pragma once

#include <string>
#include <vector>

#include "analysis/fit/fit.h"

namespace morula {

std::vector<std::string> doubts(const FitReport& report);

// A warning if two models expect the same histogram, so that the target cannot distinguish them; empty
// otherwise.
std::string doubt_between(const std::string& name, const FitReport& report, const std::string& other_name,
                          const FitReport& other);

}  // namespace morula
