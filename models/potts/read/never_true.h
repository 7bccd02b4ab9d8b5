// Conditions that can never be true, found from the bounds of what they name.
#pragma once

#include <cmath>
#include <map>
#include <string>

namespace morula::potts {

// Between which values a number lies; of a truth value, from 0 (false) to 1 (true).
struct Bounds {
  double least = -INFINITY, greatest = INFINITY;
};

using KnownBounds = std::map<std::string, Bounds>;

// False where the condition may be true for some values within these bounds; names without bounds may be
// anything. A formula that is wrong is judged elsewhere.
bool is_never_true(const std::string& condition, const KnownBounds& known);

}  // namespace morula::potts
