// Where a curve that rises comes to rest, and how far it strays from there.
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

// It begins where the mean over the members comes for good within twice the distance that it strays from the
// level inside the window. Members must be one at least, and some row in the window.
Plateau plateau_of(const Curves& curves, std::uint64_t from);

}  // namespace morula
