#include "analysis/spread.h"

#include <cmath>

namespace morula {

Spread spread_of(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  // The differences from the first value are summed, so that equal values have a deviation of exactly 0.
  double beyond = 0;
  for (const double value : values) beyond += value - values.front();
  const double mean = values.front() + beyond / count;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, values.size() > 1 ? std::sqrt(squares / (count - 1)) : 0};
}

std::vector<Spread> spread_by_row(const std::vector<std::vector<double>>& members) {
  std::vector<Spread> rows;
  for (std::size_t row = 0; row < members.front().size(); ++row) {
    std::vector<double> values;
    for (const std::vector<double>& member : members) values.push_back(member[row]);
    rows.push_back(spread_of(values));
  }
  return rows;
}

}  // namespace morula
