// How far a number may be from what was found, by finding it again in samples of the sample.
#pragma once

#include <span>
#include <vector>

#include "core/draw.h"

namespace morula {

constexpr double most_resampled = 1e8;  // cells of a target: each is drawn

// As many cells again, each drawn from all of them: the bin of every one is as likely as its count says. The
// counts are whole. Cells 2i and 2i + 1 are drawn at (where i, when 0, which 0).
std::vector<double> resampled(std::span<const double> counts, u32x2 key);

struct Interval {
  double low = 0, high = 0;
};
// Within which 95 % of the values lie, as many below it as above: with fewer than `fewest_samples` of them,
// all.
constexpr unsigned fewest_samples = 39;
Interval percentile_interval(std::vector<double> values);

}  // namespace morula
