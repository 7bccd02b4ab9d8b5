#include "analysis/maxima.h"

#include <gtest/gtest.h>

#include <numbers>

#include "tests/analysis/series.h"

namespace morula::test {
namespace {

BezierCurve curve_of(const std::vector<double>& series, double spacing) {
  ThreadPool pool(2);
  const std::vector<std::span<const double>> columns = {series};
  return bezier_curves(columns, spacing, pool).front();
}

std::uint64_t maxima_of(const std::vector<double>& series) {
  return count_maxima(curve_of(series, 1), series, 1);
}

TEST(Maxima, AreWhereRisingTurnsToFalling) {
  const auto count = [](const std::vector<double>& slope) { return count_maxima(slope, 1e-6); };
  EXPECT_EQ(count({1, -1, 1, -1}), 2u);
  EXPECT_EQ(count({-1, 1, 1}), 0u) << "a minimum";
  EXPECT_EQ(count({1, 0, 0, -1}), 1u) << "a plateau";
  EXPECT_EQ(count({1, 0, 1, -1}), 1u) << "a rest on the way up";
  EXPECT_EQ(count({1, -1e-7, 1}), 0u) << "rounding";
  EXPECT_EQ(count({0, -1, 0}), 0u);
}

TEST(Maxima, OfACosineAreItsPeriods) {
  const double kappa = 2 * std::numbers::pi / 250;
  EXPECT_EQ(maxima_of(cosine(5001, kappa, -1)), 20u);
  EXPECT_EQ(maxima_of(cosine(5001, kappa, 1)), 20u);
}

// In the middle, 1e-60 of this cosine remains after smoothing, so that all slopes are rounding errors.
TEST(Maxima, ThatAreSmoothedAwayAreNotCountedFromRounding) {
  const std::vector<double> series = cosine(5001, 0.47, 1);
  const BezierCurve curve = curve_of(series, 1);
  const std::span<const double> middle = std::span(curve.slope).subspan(2000, 1000);
  EXPECT_EQ(count_maxima(middle, 1e-12), 0u);
  EXPECT_GT(count_maxima(middle, 0), 0u) << "rounding would have made some";
  EXPECT_LT(maxima_of(series), 100u) << "of 374, those near the ends";
}

// For white noise smoothed with a width σ, Eq. 2 gives √(3/2)/(2πσ); with the widths of a Bézier curve of
// degree n, this is √(3/8) √n maxima. Their number depends only on the smoothing, not on the noise.
TEST(Maxima, OfWhiteNoiseAreThoseOfTheSmoothing) {
  double sum = 0;
  constexpr int series = 40;
  for (std::uint64_t seed = 0; seed < series; ++seed)
    sum += static_cast<double>(maxima_of(white_noise(5001, seed)));
  EXPECT_NEAR(sum / series, std::sqrt(3.0 / 8 * 5000), 1.7) << "0.4 a standard error, and the ends";
}

TEST(Moments, OfACosineGiveItsFrequency) {
  for (const double spacing : {1.0, 0.1}) {
    const BezierCurve curve = curve_of(cosine(20'001, 0.0212), spacing);
    const double periods = 0.0212 / (2 * std::numbers::pi);  // per point
    EXPECT_NEAR(density_from_moments(curve) * spacing / periods, 1, 0.01) << "of a window that cuts a period";
  }
}

TEST(Moments, OfAStraightLineGiveNoMaxima) {
  std::vector<double> line(100);
  for (std::size_t i = 0; i < 100; ++i) line[i] = static_cast<double>(i);
  EXPECT_NEAR(density_from_moments(curve_of(line, 1)), 0, 1e-12);
  EXPECT_EQ(maxima_of(line), 0u);
}

}  // namespace
}  // namespace morula::test
