#include "analysis/fit/likelihood.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <vector>

#include "core/elementary.h"

namespace morula {

double log_likelihood(std::span<const double> expected, std::span<const double> target) {
  assert(expected.size() == target.size());
  const double cells = std::accumulate(target.begin(), target.end(), 0.0);
  const double all = std::accumulate(expected.begin(), expected.end(), 0.0);
  std::vector<double> probabilities;
  for (const double number : expected)
    probabilities.push_back(std::max(all > 0 ? number / all : 0, 0.5 / cells));
  const double sum = std::accumulate(probabilities.begin(), probabilities.end(), 0.0);
  double logarithm = 0;
  for (std::size_t bin = 0; bin < target.size(); ++bin)
    if (target[bin] > 0) logarithm += target[bin] * natural_logarithm(probabilities[bin] / sum);
  return logarithm;
}

double akaike_criterion(double log_likelihood, std::size_t free_numbers) {
  return 2 * (static_cast<double>(free_numbers) - log_likelihood);
}

}  // namespace morula
