// Reasons not to trust the parameters of a fit.
#pragma once

#include <string>
#include <vector>

#include "analysis/fit/fit.h"

namespace morula {

std::vector<std::string> doubts(const FitReport& report);

// Of two models of one target that expect the same histogram, so that it cannot tell them apart; empty where
// it can.
std::string doubt_between(const std::string& name, const FitReport& report, const std::string& other_name,
                          const FitReport& other);

}  // namespace morula
