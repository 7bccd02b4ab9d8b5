// The level at which a rising curve settles, and how much it fluctuates about that level.
#pragma once

#include <cstdint>
#include <vector>

namespace morula {

// The values of all members at the same steps: values[member][row].
struct Curves {
  std::vector<std::uint64_t> steps;
  std::vector<std::vector<double>> values;
};

struct Plateau {
  std::uint64_t from = 0;    // first step of its window, which ends at the last step
  double level = 0;          // mean over the window's rows and all members
  double width = 0;          // standard deviation over the window's rows and all members
  std::uint64_t begins = 0;  // the step from which the mean curve stays near the level: see below
  double drift = 0;          // mean of the window's second half minus that of its first half
};

// The plateau begins at the first row from which on the mean over the members does not depart from the level
// by more than twice its fluctuation, as measured in the window. There must be at least one member and at
// least one row in the window.
Plateau plateau_of(const Curves& curves, std::uint64_t from);

}  // namespace morula
