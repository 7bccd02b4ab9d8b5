// The level at which a rising curve settles, and how much it fluctuates about that level.
#pragma once

#include <cstdint>
#include <vector>

namespace morula {

// Members' values at the same steps: values[member][row].
struct Curves {
  std::vector<std::uint64_t> steps;
  std::vector<std::vector<double>> values;
};

struct Plateau {
  std::uint64_t from = 0;    // its window: this step to the last
  double level = 0;          // mean over the window's rows and all members
  double width = 0;          // standard deviation of the same
  std::uint64_t begins = 0;  // the step from which the mean curve stays near the level: see below
  double drift = 0;          // mean of the window's later half less that of its earlier one
};

// The plateau begins at the first row from which on the mean over the members stays within twice its
// fluctuation (measured in the window) of the level. There must be at least one member and at least one row
// in the window.
Plateau plateau_of(const Curves& curves, std::uint64_t from);

}  // namespace morula
