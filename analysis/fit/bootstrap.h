// Confidence intervals by bootstrap: the parameters are estimated again from random samples of the measured
// cells.
#pragma once

#include <span>
#include <vector>

#include "core/draw.h"

namespace morula {

constexpr double most_resampled = 1e8;  // most cells of a target, since each of them is drawn

// Draws as many cells as `counts` has, with replacement: the probability that a cell falls into a bin is
// proportional to the bin's count. Counts must be whole numbers. Cells 2i and 2i + 1 are drawn at (where i,
// when 0, which 0).
std::vector<double> resampled(std::span<const double> counts, u32x2 key);

struct Interval {
  double low = 0, high = 0;
};
// The interval that contains the middle 95 % of the values, with as many below it as above it. It contains
// all values if there are fewer than `fewest_samples`.
constexpr unsigned fewest_samples = 39;
Interval percentile_interval(std::vector<double> values);

}  // namespace morula
