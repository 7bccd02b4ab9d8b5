#pragma once

#include <vector>

#include "models/proliferation/histogram.h"

namespace morula {

constexpr std::size_t most_distinct = 65536;
constexpr unsigned logarithmic_bins = 1024;

// The histogram of a cytometer's events, one finite value for each cell. Every distinct value is a bin. If
// there are more than 65536 distinct values, the positive ones are counted in 1024 bins, logarithmically
// spaced from the smallest to the largest, and the others in one bin; each bin lies at the median of its
// values.
Histogram histogram_of_events(std::vector<double> values);

}  // namespace morula
