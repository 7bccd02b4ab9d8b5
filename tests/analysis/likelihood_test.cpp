#include "analysis/fit/likelihood.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "analysis/fit/bootstrap.h"
#include "core/stream.h"

namespace morula::test {
namespace {

using Values = std::vector<double>;

TEST(Likelihood, IsThatOfTheCellsInTheirBins) {
  const double expected = 3000 * std::log(0.25) + 5000 * std::log(0.5) + 2000 * std::log(0.25);
  EXPECT_NEAR(log_likelihood(Values{10, 20, 10}, Values{3000, 5000, 2000}), expected, 0.2);
  EXPECT_NEAR(akaike_criterion(expected, 4), 8 - 2 * expected, 1e-12);
}

TEST(Likelihood, HalfACellIsSpreadOverAllBins) {
  const double spread = 0.5 / 8, per_bin = spread / 3;
  EXPECT_NEAR(log_likelihood(Values{1, 1, 0}, Values{4, 3, 1}),
              7 * std::log((1 - spread) / 2 + per_bin) + std::log(per_bin), 1e-12);
  EXPECT_LT(log_likelihood(Values{1, 1, 0}, Values{4, 3, 1}),
            log_likelihood(Values{4, 3, 1}, Values{4, 3, 1}));
}

// The number of bins in which a model expects no cells must not improve its likelihood.
TEST(Likelihood, OfFewCellsInManyBinsPrefersTheTruth) {
  Values truth(1000, 0), wrong(1000, 1), target(1000, 0);
  for (std::size_t bin = 0; bin < 40; ++bin) truth[bin] = target[bin] = 1;
  EXPECT_LT(log_likelihood(wrong, target) + 50, log_likelihood(truth, target));
}

TEST(Likelihood, OfNoExpectedCellsIsNone) {
  EXPECT_EQ(log_likelihood(Values{0, 0}, Values{4, 3}), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(deviance_residuals(Values{0, 0}, Values{4, 3})[1], std::numeric_limits<double>::infinity());
}

TEST(Likelihood, ResidualsSumToTheDeviance) {
  const Values expected = {9, 23, 11}, target = {30, 52, 17};
  const Values residuals = deviance_residuals(expected, target);
  double deviance = 0;
  for (const double residual : residuals) deviance += residual * residual;
  double best = 0;
  for (const double seen : target) best += seen * std::log(seen / 99);
  EXPECT_NEAR(deviance, 2 * (best - log_likelihood(expected, target)), 1e-10);
  EXPECT_LT(residuals[0], 0) << "more than expected";
  EXPECT_GT(residuals[2], 0) << "fewer than expected";
  for (const double residual : deviance_residuals(target, target)) EXPECT_NEAR(residual, 0, 0.05);
}

TEST(Resampling, DrawsAsManyCellsInTheirProportions) {
  const Values counts = {0, 1000, 3000, 0, 6001, 0};
  constexpr int samples = 400;
  Values sums(counts.size()), squares(counts.size());
  for (u64 i = 0; i < samples; ++i) {
    const Values drawn = resampled(counts, stream(1, Purpose::Resampling, i));
    EXPECT_EQ(std::accumulate(drawn.begin(), drawn.end(), 0.0), 10001);
    for (std::size_t bin = 0; bin < counts.size(); ++bin) {
      sums[bin] += drawn[bin];
      squares[bin] += (drawn[bin] - counts[bin]) * (drawn[bin] - counts[bin]);
    }
  }
  for (std::size_t bin = 0; bin < counts.size(); ++bin) {
    const double variance = counts[bin] * (1 - counts[bin] / 10001);
    EXPECT_NEAR(sums[bin] / samples, counts[bin], 4 * std::sqrt(variance / samples)) << bin;
    EXPECT_NEAR(squares[bin] / samples, variance, 4 * variance * std::sqrt(2.0 / samples)) << bin;
  }
}

TEST(Intervals, LeaveAsMuchBelowAsAbove) {
  Values values;
  for (int i = 1; i < 200; ++i) values.push_back(i * 7 % 200);
  const Interval interval = percentile_interval(values);
  EXPECT_DOUBLE_EQ(interval.low, 5);
  EXPECT_DOUBLE_EQ(interval.high, 195);
  EXPECT_EQ(percentile_interval({1, 2, 3}).low, 1);
  EXPECT_EQ(percentile_interval({3}).high, 3);
}

}  // namespace
}  // namespace morula::test
