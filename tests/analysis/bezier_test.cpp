#include "analysis/bezier.h"

#include <gtest/gtest.h>

#include "tests/analysis/series.h"

namespace morula::test {
namespace {

// De Casteljau's algorithm: a Bézier curve computed from its definition by repeated interpolation.
double de_casteljau(std::vector<double> points, double t) {
  for (; points.size() > 1; points.pop_back())
    for (std::size_t i = 0; i + 1 < points.size(); ++i) points[i] = (1 - t) * points[i] + t * points[i + 1];
  return points.front();
}

std::vector<double> differences(const std::vector<double>& points) {
  std::vector<double> result;
  for (std::size_t i = 1; i < points.size(); ++i)
    result.push_back(static_cast<double>(points.size() - 1) * (points[i] - points[i - 1]));
  return result;
}

BezierCurve curve_of(const std::vector<double>& series, double spacing, unsigned threads = 1) {
  ThreadPool pool(threads);
  const std::vector<std::span<const double>> columns = {series};
  return bezier_curves(columns, spacing, pool).front();
}

TEST(Bezier, CurveAndDerivativesAreDeCasteljaus) {
  for (const std::size_t points : {3u, 4u, 7u, 50u, 401u}) {
    const std::vector<double> series = white_noise(points, points);
    const BezierCurve curve = curve_of(series, 0.5);
    const double duration = 0.5 * static_cast<double>(points - 1);
    const std::vector<double> once = differences(series), twice = differences(once);
    for (std::size_t i = 0; i < points; ++i) {
      const double t = static_cast<double>(i) / static_cast<double>(points - 1);
      EXPECT_NEAR(curve.value[i], de_casteljau(series, t), 1e-12) << points << ' ' << i;
      EXPECT_NEAR(curve.slope[i], de_casteljau(once, t) / duration, 1e-11) << points << ' ' << i;
      EXPECT_NEAR(curve.bend[i], de_casteljau(twice, t) / (duration * duration), 1e-11) << points << ' ' << i;
    }
  }
}

TEST(Bezier, WeightsOfAnyDegreeAreThoseOfTheBinomial) {
  for (const std::size_t degree : {1u, 5u, 1000u, 100'000u, 10'000'000u})
    for (const double t : {1e-6, 0.01, 0.3, 0.5, 0.999}) {
      const BernsteinWeights b = bernstein_weights(degree, t);
      double sum = 0, mean = 0, variance = 0;
      const double n = static_cast<double>(degree);
      for (std::size_t i = 0; i < b.weights.size(); ++i) {
        const double from_mean = static_cast<double>(b.first + i) - n * t;
        sum += b.weights[i];
        mean += b.weights[i] * from_mean;
        variance += b.weights[i] * from_mean * from_mean;
      }
      EXPECT_LE(b.first + b.weights.size(), degree + 1);
      EXPECT_NEAR(sum, 1, 1e-12);
      EXPECT_NEAR(mean, 0, 1e-6) << degree << ' ' << t;
      EXPECT_NEAR(variance / (n * t * (1 - t)), 1, 1e-6) << degree << ' ' << t;
      EXPECT_LT(static_cast<double>(b.weights.size()), 60 + 20 * std::sqrt(n * t * (1 - t)))
          << "O(√n) of them";
    }
}

TEST(Bezier, BeginsAndEndsWithTheSeries) {
  const std::vector<double> series = white_noise(20'000, 5);
  const BezierCurve curve = curve_of(series, 1);
  EXPECT_EQ(curve.value.front(), series.front());
  EXPECT_NEAR(curve.value.back(), series.back(), 1e-12);
}

TEST(Bezier, KeepsWhatItSaysOfACosine) {
  constexpr std::size_t points = 4001;
  const double kappa = 0.05;
  const BezierCurve curve = curve_of(cosine(points, kappa, -kappa * 2000), 1);
  EXPECT_NEAR(curve.value[2000], amplitude_kept(points, kappa, 1), 1e-9);
  EXPECT_LT(amplitude_kept(points, kappa, 1), 0.35);
  EXPECT_DOUBLE_EQ(amplitude_kept(points, kappa / 0.1, 0.1), amplitude_kept(points, kappa, 1));
  EXPECT_NEAR(smoothing_width(points, 0.5), std::sqrt(1000.0), 1e-12);
}

TEST(Bezier, DoesNotDependOnThreadsNorOnCompany) {
  const std::vector<double> first = white_noise(777, 1), second = white_noise(777, 2);
  ThreadPool pool(3);
  const std::vector<std::span<const double>> columns = {first, second};
  const std::vector<BezierCurve> together = bezier_curves(columns, 1, pool);
  EXPECT_EQ(together[0].value, curve_of(first, 1).value);
  EXPECT_EQ(together[1].slope, curve_of(second, 1, 2).slope);
  EXPECT_EQ(together[1].bend, curve_of(second, 1).bend);
}

}  // namespace
}  // namespace morula::test
