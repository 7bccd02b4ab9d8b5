// Finds conditions that can never be true, from the bounds of the values that they use.
#pragma once

#include <cmath>
#include <map>
#include <string>

namespace morula::potts {

// Bounds of a number, or of a truth value from 0 (false) to 1 (true).
struct Bounds {
  double least = -INFINITY, greatest = INFINITY;
};

using KnownBounds = std::map<std::string, Bounds>;

// Returns false if the condition may be true for some values within these bounds. Names without bounds may
// have any value. Wrong formulas are reported elsewhere.
bool is_never_true(const std::string& condition, const KnownBounds& known);

}  // namespace morula::potts
