#include "analysis/maxima.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace morula {
namespace {

double largest_difference(std::span<const double> series) {
  double largest = 0;
  for (std::size_t i = 1; i < series.size(); ++i)
    largest = std::max(largest, std::abs(series[i] - series[i - 1]));
  return largest;
}

double sum_of_squares(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return sum;
}

std::span<const double> middle_half(std::span<const double> values) {
  return values.subspan(values.size() / 4, values.size() - 2 * (values.size() / 4));
}

}  // namespace

std::uint64_t count_maxima(std::span<const double> slope, double nothing) {
  std::uint64_t maxima = 0;
  bool rising = false;
  for (const double slope_here : slope) {
    if (std::abs(slope_here) <= nothing) continue;
    if (rising && slope_here < 0) ++maxima;
    rising = slope_here > 0;
  }
  return maxima;
}

std::uint64_t count_maxima(const BezierCurve& curve, std::span<const double> series, double spacing) {
  constexpr double rounding = 1e-12;  // above the rounding error of thousands of weighted terms
  return count_maxima(curve.slope, rounding * largest_difference(series) / spacing);
}

double density_from_moments(const BezierCurve& curve) {
  const double slopes = sum_of_squares(middle_half(curve.slope));
  const double bends = sum_of_squares(middle_half(curve.bend));
  return slopes > 0 ? std::sqrt(bends / slopes) / (2 * std::numbers::pi) : 0;
}

}  // namespace morula
