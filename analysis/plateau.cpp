#include "analysis/plateau.h"

#include <algorithm>
#include <cmath>

#include "analysis/spread.h"

namespace morula {
namespace {

double mean_of(const std::vector<double>& values, std::size_t begin, std::size_t end) {
  const auto at = [&](std::size_t row) { return values.begin() + static_cast<std::ptrdiff_t>(row); };
  return spread_of({at(begin), at(end)}).mean;
}

std::size_t row_of_beginning(const std::vector<double>& mean, std::size_t window, double level) {
  double strays = 0;
  for (std::size_t row = window; row < mean.size(); ++row)
    strays = std::max(strays, std::abs(mean[row] - level));
  std::size_t row = window;
  while (row > 0 && std::abs(mean[row - 1] - level) <= 2 * strays) --row;
  return row;
}

}  // namespace

Plateau plateau_of(const Curves& curves, std::uint64_t from) {
  const auto window =
      static_cast<std::size_t>(std::ranges::lower_bound(curves.steps, from) - curves.steps.begin());
  const std::size_t rows = curves.steps.size();
  std::vector<double> inside;
  for (const std::vector<double>& member : curves.values)
    inside.insert(inside.end(), member.begin() + static_cast<std::ptrdiff_t>(window), member.end());
  const Spread spread = spread_of(inside);
  std::vector<double> mean;  // mean over the members, by row
  for (const Spread& row : spread_by_row(curves.values)) mean.push_back(row.mean);
  Plateau plateau{curves.steps[window], spread.mean, spread.deviation, 0, 0};
  plateau.begins = curves.steps[row_of_beginning(mean, window, spread.mean)];
  const std::size_t middle = window + (rows - window) / 2;
  if (middle > window) plateau.drift = mean_of(mean, middle, rows) - mean_of(mean, window, middle);
  return plateau;
}

}  // namespace morula
