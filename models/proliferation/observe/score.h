// How alike two histograms of fluorescence are.
#pragma once

#include <span>
#include <vector>

#include "models/proliferation/histogram.h"

namespace morula {

// `bins` edges from `from` to `to`, logarithmically spaced. Bin j holds what is above edge j - 1 and not
// above edge j; the first also what is below, the last also what is above.
struct ScoreBins {
  unsigned bins = 100;
  double from = 10, to = 10000;
};

// At least two, the first and the last as given; the same bits on every machine.
std::vector<double> edges_of(const ScoreBins& bins);
std::size_t bin_of(double fluorescence, std::span<const double> edges);
// Weights, of counts or of their means, gathered into bins. `fluorescences` need not be sorted.
std::vector<double> gather(std::span<const double> fluorescences, std::span<const double> weights,
                           std::span<const double> edges);
std::vector<double> gather(const Histogram& histogram, std::span<const double> edges);

// √(1 − Σ √(p q)) of the two as probabilities: 0 for two alike, 1 for two that share no bin, and for one
// without cells beside one with some.
double hellinger_distance(std::span<const double> simulated, std::span<const double> target);
// As ProCell computes it: of counts, the simulated ones scaled to the target's total. It is √total times
// larger.
double procell_distance(std::span<const double> simulated, std::span<const double> target);

}  // namespace morula
