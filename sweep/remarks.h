// What a user should know about a valid sweep: above all, whether it compares runs at different times.
#pragma once

#include <string>
#include <vector>

#include "sweep/plan.h"

namespace morula::sweep {

// A line each.
std::vector<std::string> remarks_of(const Plan& plan);

// Do runs of equally many steps end at different times?
bool compares_different_times(const Plan& plan);

}  // namespace morula::sweep
