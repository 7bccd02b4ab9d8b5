#include "models/proliferation/law/time_law.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/proliferation/moments.h"

namespace morula {
namespace {

const std::vector<TimeLaw> usual_laws = {
    {Law::Normal, 46.1, 28.9}, {Law::Normal, 41.1, 14.3},     {Law::Normal, 10, 0.1},
    {Law::Normal, 1, 100},     {Law::Normal, 0, 3},           {Law::LogNormal, 46.1, 28.9},
    {Law::LogNormal, 3, 30},   {Law::LogNormal, 10, 0.001},   {Law::Gamma, 46.1, 28.9},
    {Law::Gamma, 10, 30},      {Law::Gamma, 10, 0.01},        {Law::Erlang, 46.1, 28.9},
    {Law::Erlang, 10, 40},     {Law::Exponential, 46.1, 46.1}};

std::string name_of(const TimeLaw& law) {
  return "law " + std::to_string(static_cast<int>(law.law)) + ", " + std::to_string(law.mean) + " ± " +
         std::to_string(law.sd);
}

TEST(TimeLaw, QuantilesAndProbabilitiesAreInverse) {
  for (const TimeLaw& law : usual_laws)
    for (double p = 0x1p-40; p < 1; p *= 1.37) {
      const double lower = quantile(law, p), upper = isf(law, p);
      const double good_to = 1e-11 + 1e-14 * law.mean / law.sd;
      ASSERT_GE(lower, 0) << name_of(law);
      if (lower > 1e-290) {
        ASSERT_NEAR(cdf(law, lower) / p, 1, good_to) << name_of(law) << ' ' << p;
      }
      if (upper > 1e-290) {
        ASSERT_NEAR(sf(law, upper) / p, 1, good_to) << name_of(law) << ' ' << p;
      }
    }
}

TEST(TimeLaw, IsOfPositiveTimesAndRises) {
  for (const TimeLaw& law : usual_laws) {
    EXPECT_EQ(cdf(law, 0), 0) << name_of(law);
    EXPECT_EQ(sf(law, -1), 1) << name_of(law);
    double last_time = 0, last = 0;
    for (int i = 1; i < 4000; ++i) {
      const double time = quantile(law, i / 4000.0);
      ASSERT_GE(time, last_time) << name_of(law) << ' ' << i;
      const double probability = cdf(law, i * law.mean / 1000);
      ASSERT_GE(probability, last) << name_of(law) << ' ' << i;
      ASSERT_NEAR(probability + sf(law, i * law.mean / 1000), 1, 1e-14) << name_of(law);
      last_time = time, last = probability;
    }
  }
}

TEST(TimeLaw, HasTheMeanAndSdItWasGiven) {
  for (const TimeLaw& law : std::vector<TimeLaw>{{Law::LogNormal, 46.1, 28.9},
                                                 {Law::Gamma, 46.1, 28.9},
                                                 {Law::Gamma, 10, 20},
                                                 {Law::Erlang, 12, 4},
                                                 {Law::Exponential, 20, 20},
                                                 {Law::Normal, 100, 10}}) {
    const Moments moments = moments_of(law);
    EXPECT_NEAR(moments.mean, law.mean, 1e-6 * law.mean) << name_of(law);
    EXPECT_NEAR(moments.sd, law.sd, 1e-6 * law.sd) << name_of(law);
  }
}

TEST(TimeLaw, ErlangTakesTheNearestWholeShape) {
  const TimeLaw asked{Law::Erlang, 46.1, 28.9};  // (mean / sd)² = 2.54
  EXPECT_NEAR(sf(asked, 46.1), std::exp(-3.0) * (1 + 3 + 4.5), 1e-14);
  const TimeLaw wide{Law::Erlang, 10, 40};  // the shape is at least 1: an exponential law
  EXPECT_NEAR(sf(wide, 20), std::exp(-2.0), 1e-15);
}

// Accurate to 17 digits, from the equation solved with 40 digits.
TEST(TimeLaw, NormalIsConditionedToBePositive) {
  const double median_of_half = 0.67448975019608174;
  EXPECT_NEAR(quantile({Law::Normal, 0, 2}, 0.5), 2 * median_of_half, 1e-15);
  EXPECT_NEAR(quantile({Law::Normal, 0, 1}, 1e-12) / 1.2533141373155003e-12, 1, 1e-14);
  EXPECT_NEAR(quantile({Law::Normal, 0.5, 1}, 1e-12) / 1.9640174953570294e-12, 1, 1e-13);
  EXPECT_NEAR(quantile({Law::Normal, 2, 1}, 0.001) / 0.017781255433890175, 1, 1e-13);
}

TEST(TimeLaw, HoldsForSdsThatAreNothingOrEverythingBesideTheMean) {
  for (const Law law : {Law::Normal, Law::LogNormal, Law::Gamma, Law::Erlang}) {
    EXPECT_NEAR((isf({law, 1, 1e-9}, 0.158655253931457051) - 1) / 1e-9, 1, 1e-5);
    EXPECT_NEAR(cdf({law, 1, 1e-9}, 1), 0.5, 1e-6);
    EXPECT_TRUE(std::isfinite(isf({law, 1, 100}, 0x1p-40)));
    EXPECT_GT(isf({law, 1, 100}, 0x1p-40), 1);
    EXPECT_GE(quantile({law, 1, 100}, 0x1p-40), 0);
  }
}

}  // namespace
}  // namespace morula
