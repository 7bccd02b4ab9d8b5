// The distance between two histograms of fluorescence.
#pragma once

#include <span>
#include <vector>

#include "models/proliferation/histogram.h"

namespace morula {

// `bins` edges from `from` to `to`, logarithmically spaced. Bin j holds values above edge j - 1 and not above
// edge j. The first bin also holds everything below, the last bin everything above.
struct ScoreBins {
  unsigned bins = 100;
  double from = 10, to = 10000;
  friend bool operator==(const ScoreBins&, const ScoreBins&) = default;
};

// At least two edges. The first and the last are exactly as given; all are the same bits on every machine.
std::vector<double> edges_of(const ScoreBins& bins);
std::size_t bin_of(double fluorescence, std::span<const double> edges);
// Sums of weights (counts, or expected counts) in each bin. `fluorescences` need not be sorted.
std::vector<double> rebin(std::span<const double> fluorescences, std::span<const double> weights,
                          std::span<const double> edges);
std::vector<double> rebin(const Histogram& histogram, std::span<const double> edges);

// √(1 − Σ √(p q)) of the two histograms as probabilities. It is 0 if they are equal, and 1 if they share no
// bin or if exactly one of them has no cells.
double hellinger_distance(std::span<const double> simulated, std::span<const double> target);
// The distance as ProCell computes it from counts, the simulated ones scaled to the target's total: larger by
// √total.
double procell_distance(std::span<const double> simulated, std::span<const double> target);

}  // namespace morula
