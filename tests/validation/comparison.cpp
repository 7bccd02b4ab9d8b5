#include "tests/validation/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace morula::validation {

double Sample::mean() const {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double Sample::error() const {
  const auto count = static_cast<double>(values.size());
  const double middle = mean();
  double squares = 0;
  for (const double value : values) squares += (value - middle) * (value - middle);
  return std::sqrt(squares / (count - 1) / count);
}

double Comparison::difference_error() const { return std::hypot(first_error, second_error); }

double Comparison::z() const {
  if (first == second) return 0;
  const double error = difference_error();
  return error > 0 ? (second - first) / error : std::numeric_limits<double>::infinity();
}

double Comparison::percent() const { return first == second ? 0 : 100 * (second - first) / first; }
double Comparison::shows() const { return first == second ? 0 : 300 * difference_error() / std::abs(first); }

std::vector<Comparison> compare(const Samples& first, const Samples& second) {
  std::vector<Comparison> comparisons;
  for (const Sample& sample : first)
    for (const Sample& counterpart : second)
      if (sample.name == counterpart.name)
        comparisons.push_back(
            {sample.name, sample.mean(), sample.error(), counterpart.mean(), counterpart.error()});
  return comparisons;
}

double greatest_z(const std::vector<Comparison>& comparisons) {
  double greatest = 0;
  for (const Comparison& comparison : comparisons) greatest = std::max(greatest, std::abs(comparison.z()));
  return greatest;
}

std::string table_of(const std::vector<Comparison>& comparisons, const std::string& first,
                     const std::string& second) {
  std::string text =
      fmt::format("| quantity | {} | {} | difference (95 %) | z | would show |\n|---|---|---|---|---|---|\n",
                  first, second);
  for (const Comparison& comparison : comparisons)
    text += fmt::format(
        "| {} | {:.5g} ± {:.2g} | {:.5g} ± {:.2g} | {:+.2f} ± {:.2f} % | {:+.1f} | {:.2f} % |\n",
        comparison.name, comparison.first, comparison.first_error, comparison.second, comparison.second_error,
        comparison.percent(), comparison.shows() * 1.96 / 3, comparison.z(), comparison.shows());
  return text;
}

}  // namespace morula::validation
