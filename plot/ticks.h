// The places and the text of the numbers at an axis.
#pragma once

#include <string>
#include <vector>

namespace morula::plot {

struct Tick {
  double value = 0;
  std::string text{};  // empty for a tick without a number
};

// Ticks from `low` to `high` at multiples of 1, 2 or 5 times a power of ten, with at most `most` intervals.
std::vector<Tick> linear_ticks(double low, double high, unsigned most);

// Ticks from `low`, which must be positive, to `high` at powers of ten, and at their multiples if there are
// few of these. If fewer than two of them would have a number, the ticks are those of a linear axis.
std::vector<Tick> log_ticks(double low, double high, unsigned most);

// Makes a range wider that is a single value: it gets room on both sides.
struct Range {
  double low = 0, high = 1;
};
Range widened(Range range, bool logarithmic);

std::string power_of_ten(int exponent);  // "10⁻³"

}  // namespace morula::plot
