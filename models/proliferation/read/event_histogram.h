#pragma once

#include <vector>

#include "models/proliferation/histogram.h"

namespace morula {

constexpr std::size_t most_distinct = 65536;
constexpr unsigned gathered_bins = 1024;

// Of finite values, one for each cell: every distinct value is a bin. Where more than 65536 are distinct, the
// positive ones are gathered in 1024 bins, logarithmically spaced from the smallest to the largest, and those
// that no logarithm reaches in one; each stands at the median of its values.
Histogram histogram_of(std::vector<double> values);

}  // namespace morula
