// Where numbers stand at an axis, and how they are written.
#pragma once

#include <string>
#include <vector>

namespace morula::plot {

struct Tick {
  double value = 0;
  std::string text{};  // empty: a tick without a number
};

// Ticks from `low` to `high` at multiples of 1, 2 or 5 times a power of ten, with at most `most` intervals.
std::vector<Tick> linear_ticks(double low, double high, unsigned most);

// Ticks from `low`, which is positive, to `high` at powers of ten; if these are few, also at their multiples.
std::vector<Tick> log_ticks(double low, double high, unsigned most);

// A range that has an inside: a single value gets room on both sides.
struct Range {
  double low = 0, high = 1;
};
Range widened(Range range, bool logarithmic);

std::string power_of_ten(int exponent);  // "10⁻³"

}  // namespace morula::plot
