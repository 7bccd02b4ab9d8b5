#include "models/proliferation/observe/score.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "core/elementary.h"

namespace morula {
namespace {

double total_of(std::span<const double> weights) {
  return std::accumulate(weights.begin(), weights.end(), 0.0);
}

// Cytometers put channels at whole decades, and rounding must not move an edge away from them.
double whole_if_near(double exponent) {
  const double whole = std::floor(exponent + 0.5);
  return std::abs(exponent - whole) < 1e-12 ? whole : exponent;
}

double ten_to(double exponent) { return exponent < 0 ? 1 / power_of(10, -exponent) : power_of(10, exponent); }

double decades_of(double fluorescence) {
  return whole_if_near(natural_logarithm(fluorescence) / natural_logarithm(10));
}

}  // namespace

std::vector<double> edges_of(const ScoreBins& bins) {
  assert(bins.bins >= 2 && bins.from > 0 && bins.to > bins.from);
  const double from = decades_of(bins.from), decades = decades_of(bins.to) - from;
  std::vector<double> edges(bins.bins);
  for (unsigned j = 0; j < bins.bins; ++j)
    edges[j] = ten_to(whole_if_near(from + decades * j / (bins.bins - 1)));
  edges.front() = bins.from;
  edges.back() = bins.to;
  return edges;
}

std::size_t bin_of(double fluorescence, std::span<const double> edges) {
  const auto edge = std::lower_bound(edges.begin(), edges.end(), fluorescence);
  return std::min(static_cast<std::size_t>(edge - edges.begin()), edges.size() - 1);
}

std::vector<double> rebin(std::span<const double> fluorescences, std::span<const double> weights,
                          std::span<const double> edges) {
  assert(fluorescences.size() == weights.size() && !edges.empty());
  std::vector<double> sums(edges.size());
  for (std::size_t i = 0; i < weights.size(); ++i) sums[bin_of(fluorescences[i], edges)] += weights[i];
  return sums;
}

std::vector<double> rebin(const Histogram& histogram, std::span<const double> edges) {
  std::vector<double> fluorescences, counts;
  for (const Bin& bin : histogram) {
    fluorescences.push_back(bin.fluorescence);
    counts.push_back(static_cast<double>(bin.count));
  }
  return rebin(fluorescences, counts, edges);
}

double hellinger_distance(std::span<const double> simulated, std::span<const double> target) {
  assert(simulated.size() == target.size());
  const double all_simulated = total_of(simulated), all_target = total_of(target);
  if (!(all_simulated > 0) || !(all_target > 0)) return all_simulated > 0 || all_target > 0 ? 1 : 0;
  double sum = 0;  // twice 1 − Σ √(p q), without cancellation; 0 if both are alike
  for (std::size_t j = 0; j < target.size(); ++j) {
    const double difference = std::sqrt(simulated[j] / all_simulated) - std::sqrt(target[j] / all_target);
    sum += difference * difference;
  }
  return std::min(1.0, std::sqrt(sum / 2));
}

double procell_distance(std::span<const double> simulated, std::span<const double> target) {
  return std::sqrt(total_of(target)) * hellinger_distance(simulated, target);
}

}  // namespace morula
