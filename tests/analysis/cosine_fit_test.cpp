#include "analysis/cosine_fit.h"

#include <gtest/gtest.h>

#include <numbers>

#include "tests/analysis/series.h"

namespace morula::test {
namespace {

TEST(CosineFit, OfACosineIsExact) {
  for (const double kappa : {1e-3, 0.0212, 0.3, 1.0})
    for (const double spacing : {1.0, 0.1, 10.0}) {
      const auto fit = fit_cosine(cosine(5000, kappa), spacing);
      ASSERT_TRUE(fit);
      EXPECT_NEAR(fit->kappa * spacing / kappa, 1, 1e-13);
      EXPECT_LT(fit->residual, 1e-13);
      EXPECT_NEAR(correlation_length(*fit), std::numbers::pi / 3 / kappa * spacing, 1e-12 * spacing / kappa);
      EXPECT_EQ(fit->lags, static_cast<std::size_t>(std::ceil(std::numbers::pi / 3 / kappa - 1e-9)) + 1);
    }
}

// Bazeia 2017, Methods: κ = 0.0212, and τ around 49.
TEST(CosineFit, GivesThePublishedLength) {
  EXPECT_NEAR(correlation_length(CosineFit{0.0212, 0, 0, 0}), 49.4, 0.05);
}

TEST(CosineFit, LooksNoFurtherThanTheFirstHalf) {
  std::vector<double> correlation = cosine(100, 0.1);
  for (std::size_t lag = 12; lag < 100; ++lag) correlation[lag] = lag % 2 == 0 ? 5 : -5;
  EXPECT_NEAR(fit_cosine(correlation, 1)->kappa, 0.1, 1e-14);
}

// The smallest sum of squares, found by trying many values of κ.
TEST(CosineFit, IsTheLeastSumOfSquares) {
  std::vector<double> correlation(200);
  for (std::size_t lag = 0; lag < 200; ++lag) correlation[lag] = std::exp(-0.02 * static_cast<double>(lag));
  const CosineFit fit = fit_cosine(correlation, 1).value();
  const auto squares = [&](double kappa) {
    double sum = 0;
    for (std::size_t lag = 0; lag < fit.lags; ++lag) {
      const double miss = correlation[lag] - std::cos(kappa * static_cast<double>(lag));
      sum += miss * miss;
    }
    return sum;
  };
  double best = 0.001;
  for (double kappa = 0.001; kappa < 0.08; kappa += 1e-5)
    if (squares(kappa) < squares(best)) best = kappa;
  EXPECT_NEAR(fit.kappa, best, 1e-5);
  EXPECT_GT(fit.residual, 0.05) << "an exponential is no cosine";
  EXPECT_NEAR(fit.half_width, std::log(2) / 0.02, 0.01);
}

TEST(CosineFit, NeedsACorrelationThatFalls) {
  EXPECT_FALSE(fit_cosine(std::vector<double>(50, 1.0), 1));
  EXPECT_FALSE(fit_cosine(cosine(10, 0.05), 1));
}

}  // namespace
}  // namespace morula::test
