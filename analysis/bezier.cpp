#include "analysis/bezier.h"

#include <algorithm>
#include <cmath>

namespace morula {
namespace {

constexpr double negligible = 1e-18;  // of the largest weight

double as_double(std::size_t count) { return static_cast<double>(count); }

// The weighted sums of a series, of its differences and of its second differences.
struct WeightedSums {
  double value = 0, difference = 0, second_difference = 0;
};

WeightedSums weigh(const BernsteinWeights& by, std::span<const double> series) {
  WeightedSums sums;
  const double* point = series.data() + by.first;
  for (const double weight : by.weights) {
    const double difference = point[1] - point[0], next_difference = point[2] - point[1];
    sums.value += weight * point[0];
    sums.difference += weight * difference;
    sums.second_difference += weight * (next_difference - difference);
    ++point;
  }
  return sums;
}

// Computes the curve and both derivatives from the sums with the weights of degree n - 2, which are the last
// three points of de Casteljau's algorithm (a, a + d, a + 2d + s).
void evaluate(BezierCurve& curve, std::size_t at, const WeightedSums& sums, double degree, double spacing) {
  const double t = as_double(at) / degree;
  curve.value[at] = sums.value + 2 * t * sums.difference + t * t * sums.second_difference;
  curve.slope[at] = (sums.difference + t * sums.second_difference) / spacing;
  curve.bend[at] = (degree - 1) / degree * sums.second_difference / (spacing * spacing);
}

}  // namespace

BernsteinWeights bernstein_weights(std::size_t degree, double t) {
  if (t <= 0) return {0, {1.0}};
  if (t >= 1) return {degree, {1.0}};
  const auto mode = std::min(static_cast<std::size_t>((as_double(degree) + 1) * t), degree);
  const double odds = t / (1 - t);

  // Starts at the mode with the weight 1 and goes in both directions, since the powers of t at the ends of
  // the sum would underflow.
  std::vector<double> weights;
  double weight = 1;
  std::size_t i = mode;
  for (; i > 0 && weight > negligible; --i) {
    weight *= as_double(i) / (as_double(degree - i + 1) * odds);
    weights.push_back(weight);
  }
  std::reverse(weights.begin(), weights.end());
  weight = 1;
  weights.push_back(weight);
  for (std::size_t j = mode; j < degree && weight > negligible; ++j) {
    weight *= as_double(degree - j) * odds / as_double(j + 1);
    weights.push_back(weight);
  }
  double sum = 0;
  for (const double term : weights) sum += term;
  for (double& term : weights) term /= sum;
  return {i, std::move(weights)};
}

std::vector<BezierCurve> bezier_curves(std::span<const std::span<const double>> series, double spacing,
                                       ThreadPool& threads) {
  const std::size_t points = series.front().size();
  const std::vector<double> blank(points);
  std::vector<BezierCurve> curves(series.size(), {blank, blank, blank});
  const double degree = as_double(points - 1);
  threads.for_ranges(points, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::size_t at = begin; at < end; ++at) {
      const BernsteinWeights weights = bernstein_weights(points - 3, as_double(at) / degree);
      for (std::size_t i = 0; i < series.size(); ++i)
        evaluate(curves[i], at, weigh(weights, series[i]), degree, spacing);
    }
  });
  return curves;
}

double smoothing_width(std::size_t points, double t) {
  return std::sqrt(as_double(points - 1) * t * (1 - t));
}

double amplitude_kept(std::size_t points, double kappa, double spacing) {
  return std::pow(std::abs(std::cos(kappa * spacing / 2)), as_double(points - 1));
}

}  // namespace morula
