#include "analysis/fit/likelihood.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/elementary.h"

namespace morula {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

double total_cells(std::span<const double> cells) { return std::accumulate(cells.begin(), cells.end(), 0.0); }

// The probability of each bin that one of the `cells` cells is in it. All are 0 if no cells are expected in
// any bin.
std::vector<double> probabilities_of(std::span<const double> expected, double cells) {
  const double expected_total = total_cells(expected), spread = 0.5 / std::max(cells, 1.0);
  std::vector<double> probabilities;
  for (const double number : expected)
    probabilities.push_back(expected_total > 0 ? (1 - spread) * number / expected_total +
                                                     spread / static_cast<double>(expected.size())
                                               : 0);
  return probabilities;
}

}  // namespace

double log_likelihood(std::span<const double> expected, std::span<const double> target) {
  assert(expected.size() == target.size());
  const std::vector<double> probabilities = probabilities_of(expected, total_cells(target));
  double logarithm = 0;
  for (std::size_t bin = 0; bin < target.size(); ++bin)
    if (target[bin] > 0)
      logarithm += probabilities[bin] > 0 ? target[bin] * natural_logarithm(probabilities[bin]) : -infinite;
  return logarithm;
}

std::vector<double> deviance_residuals(std::span<const double> expected, std::span<const double> target) {
  assert(expected.size() == target.size());
  const double cells = total_cells(target);
  std::vector<double> residuals = probabilities_of(expected, cells);
  if (total_cells(residuals) == 0) return std::vector<double>(target.size(), infinite);
  for (std::size_t bin = 0; bin < target.size(); ++bin) {
    const double measured = target[bin], mean = cells * residuals[bin];
    const double half =
        (measured > 0 ? measured * natural_logarithm(measured / mean) : 0) - (measured - mean);
    const double root = std::sqrt(2 * std::max(half, 0.0));  // rounding may give a value just below 0
    residuals[bin] = measured < mean ? root : -root;
  }
  return residuals;
}

double akaike_criterion(double log_likelihood, std::size_t free_parameters) {
  return 2 * (static_cast<double>(free_parameters) - log_likelihood);
}

}  // namespace morula
