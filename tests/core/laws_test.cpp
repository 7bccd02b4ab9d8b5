// Compares the normal and the gamma distribution with the library, and with values computed to 40 digits.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/gamma_law.h"
#include "core/mix.h"
#include "core/normal_law.h"

namespace morula {
namespace {

TEST(NormalLaw, AgreesWithTheLibrary) {
  for (double z = -8; z < 38; z += 0.00317) {
    const auto right = static_cast<double>(0.5L * std::erfc(static_cast<long double>(z) / std::sqrt(2.0L)));
    if (right < 1e-300) break;
    ASSERT_NEAR(normal_sf(z) / right, 1, 1e-14) << z;
    ASSERT_EQ(normal_cdf(-z), normal_sf(z)) << z;
  }
}

TEST(NormalLaw, HasPublishedValues) {
  EXPECT_NEAR(normal_sf(1), 0.158655253931457051, 1e-16);
  EXPECT_NEAR(normal_sf(6) / 9.86587645037698141e-10, 1, 1e-15);
  EXPECT_NEAR(normal_sf(20) / 2.75362411860623378e-89, 1, 1e-14);
  EXPECT_EQ(normal_sf(60), 0);
  EXPECT_EQ(normal_cdf(60), 1);
  EXPECT_NEAR(normal_pdf(0), 0.398942280401432678, 1e-16);
  EXPECT_NEAR(normal_pdf(3), 0.00443184841193800718, 1e-17);
}

TEST(NormalLaw, QuantilesArePublishedOnes) {  // check values of AS 241
  EXPECT_NEAR(normal_quantile(0.25), -0.67448975019608171, 1e-15);
  EXPECT_NEAR(normal_quantile(0.001), -3.0902323061678135, 1e-14);
  EXPECT_NEAR(normal_quantile(1e-20), -9.2623400897984078, 1e-14);
  EXPECT_EQ(normal_quantile(0.5), 0);
  EXPECT_EQ(normal_quantile(0.75), -normal_quantile(0.25));
}

TEST(NormalLaw, QuantilesAndProbabilitiesAreInverse) {
  for (double p = 1e-300; p < 1; p *= 1.37) ASSERT_NEAR(normal_cdf(normal_quantile(p)) / p, 1, 1e-12) << p;
}

TEST(GammaLaw, LogarithmOfGammaAgreesWithTheLibrary) {
  for (double x = 1e-10; x < 1e10; x *= 1.0137)
    ASSERT_NEAR(log_gamma(x), std::lgamma(x), 1e-13 * std::max(1.0, std::abs(std::lgamma(x)))) << x;
}

struct GammaValue {
  double shape, x, cdf, sf;
};

TEST(GammaLaw, HasTheseValues) {
  const GammaValue values[] = {{0.001, 0.01, 0.99596940303351316, 0.0040305969664868442},
                               {0.5, 0.25, 0.52049987781304654, 0.47950012218695346},
                               {0.5, 3, 0.98569412156457036, 0.01430587843542964},
                               {2.5, 1, 0.15085496391539036, 0.84914503608460964},
                               {2.5, 9, 0.99705359541211971, 0.0029464045878802904},
                               {50, 30, 0.00051889146254803429, 0.99948110853745197},
                               {50, 80, 0.99986921602340859, 0.00013078397659141034},
                               {999, 950, 0.058697858045104644, 0.94130214195489536},
                               {999, 1100, 0.99904604703171237, 0.00095395296828763376},
                               {1500, 1400, 0.0042310803485171198, 0.99576891965148288},
                               {1500, 1650, 0.99991486150292728, 8.5138497072716684e-5},
                               {1000000, 996000, 3.1007118211082967e-5, 0.99996899288178892}};
  for (const GammaValue& value : values) {
    EXPECT_NEAR(GammaLaw(value.shape).cdf(value.x) / value.cdf, 1, 1e-12) << value.shape << ' ' << value.x;
    EXPECT_NEAR(GammaLaw(value.shape).sf(value.x) / value.sf, 1, 1e-12) << value.shape << ' ' << value.x;
  }
}

// For an integer shape, the survival function is a sum with one term for each number of Poisson events.
TEST(GammaLaw, OfAWholeShapeCountsEvents) {
  for (int shape = 1; shape < 60; ++shape)
    for (double x = 0.1; x < 150; x *= 1.3) {
      double term = std::exp(-x), sum = term;
      for (int k = 1; k < shape; ++k) sum += term *= x / k;
      ASSERT_NEAR(GammaLaw(shape).sf(x) / sum, 1, 1e-12) << shape << ' ' << x;
    }
}

TEST(GammaLaw, QuantilesAndProbabilitiesAreInverseForEveryShape) {
  for (double shape = 1e-4; shape < 1e7; shape *= 3.7)
    for (double p = 0x1p-40; p < 1; p *= 1.37) {
      const double lower = GammaLaw(shape).quantile(p), upper = GammaLaw(shape).isf(p);
      const double good_to = shape < 1 ? 1e-14 / shape : 1e-13 + 1e-15 * std::sqrt(shape);
      if (lower > 1e-290) {
        ASSERT_NEAR(GammaLaw(shape).cdf(lower) / p, 1, good_to) << shape << ' ' << p;
      }
      if (upper > 1e-290) {
        ASSERT_NEAR(GammaLaw(shape).sf(upper) / p, 1, good_to) << shape << ' ' << p;
      }
    }
}

TEST(GammaLaw, OfShapesBeyondEveryUseStaysFinite) {
  EXPECT_NEAR(GammaLaw(1e18).quantile(0.5) / 1e18, 1, 1e-9);
  EXPECT_NEAR((GammaLaw(1e18).isf(0.158655253931457051) - 1e18) / 1e9, 1, 1e-5);
  EXPECT_EQ(GammaLaw(1e-4).quantile(0.5), 0);
  EXPECT_GT(GammaLaw(1e-4).isf(1e-5), 0.1);
}

// Results known to the last bit, which detect a machine that rounds differently.
TEST(GammaLaw, AndTheNormalHaveTheseBits) {
  u64 normal = 0, gamma = 0;
  for (int i = 1; i < 1000; ++i) {
    normal += mix64(std::bit_cast<u64>(normal_cdf(i / 50.0 - 10)));
    normal += mix64(std::bit_cast<u64>(normal_quantile(i / 1000.0)));
    for (const double shape : {0.3, 7.5, 2000.0})
      gamma += mix64(std::bit_cast<u64>(GammaLaw(shape).quantile(i / 1000.0)));
  }
  EXPECT_EQ(normal, 9562292728648443565u);
  EXPECT_EQ(gamma, 12822403050761525434u);
}

}  // namespace
}  // namespace morula
