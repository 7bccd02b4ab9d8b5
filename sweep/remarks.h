// Remarks for the user on a valid sweep: above all, whether it compares runs at different times.
#pragma once

#include <string>
#include <vector>

#include "sweep/plan.h"

namespace morula::sweep {

// One line for each remark.
std::vector<std::string> remarks_of(const Plan& plan);

// Whether runs with the same number of steps end at different times.
bool compares_different_times(const Plan& plan);

}  // namespace morula::sweep
