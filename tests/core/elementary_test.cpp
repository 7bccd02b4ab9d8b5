// Compares with the library's functions in long double, whose error is far below the last place of a double.
#include "core/elementary.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "core/mix.h"

namespace morula {
namespace {

// The error in units of the last place of the right result.
long double error_beside(double ours, long double right) {
  const auto nearest = static_cast<double>(right);
  const double unit =
      std::nextafter(std::abs(nearest), std::numeric_limits<double>::infinity()) - std::abs(nearest);
  return std::abs(static_cast<long double>(ours) - right) / static_cast<long double>(unit);
}

long double error_at(double x) {
  return error_beside(natural_logarithm(x), std::log(static_cast<long double>(x)));
}

TEST(NaturalLogarithm, IsExactAtOneAndRightAtPowersOfTwo) {
  EXPECT_EQ(natural_logarithm(1), 0);
  for (int exponent = -1074; exponent <= 1023; ++exponent)
    EXPECT_LT(error_at(std::ldexp(1.0, exponent)), 1) << exponent;
}

TEST(NaturalLogarithm, IsRightForNumbersOfEverySize) {
  for (u64 i = 0; i < 1'000'000; ++i) {
    const auto x = std::bit_cast<double>(mix64(i) >> 1);
    if (!std::isfinite(x) || x == 0) continue;
    ASSERT_LT(error_at(x), 1) << x;
  }
}

TEST(NaturalLogarithm, IsRightForDensities) {
  for (u64 sites : {7u, 100u, 250'000u})
    for (u64 count = 1; count <= sites; ++count) {
      const double density = static_cast<double>(count) / static_cast<double>(sites);
      ASSERT_LT(error_at(density), 1) << count << " of " << sites;
    }
}

TEST(NaturalLogarithm, IsRightBesideOneAndWhereTheMantissaIsHalved) {
  for (const double centre : {1.0, std::sqrt(2.0), std::sqrt(0.5), 2.0}) {
    double above = centre, below = centre;
    for (int i = 0; i < 1000; ++i) {
      above = std::nextafter(above, 9.0);
      below = std::nextafter(below, 0.0);
      ASSERT_LT(error_at(above), 1) << above;
      ASSERT_LT(error_at(below), 1) << below;
    }
    for (int i = 1; i < 52; ++i) {
      ASSERT_LT(error_at(centre + std::ldexp(1.0, -i)), 1) << centre << " + 2^-" << i;
      ASSERT_LT(error_at(centre - std::ldexp(0.5, -i)), 1) << centre << " - 2^-" << i + 1;
    }
  }
}

// Results known to the last bit, which detect a machine that rounds differently.
TEST(NaturalLogarithm, HasTheseBits) {
  EXPECT_EQ(natural_logarithm(2), 0x1.62e42fefa39efp-1);
  EXPECT_EQ(natural_logarithm(10), 0x1.26bb1bbb55516p+1);
  u64 sum = 0;
  for (u64 i = 1; i <= 100'000; ++i)
    sum += mix64(std::bit_cast<u64>(natural_logarithm(static_cast<double>(i) / 1000)));
  EXPECT_EQ(sum, 2590217926865441387u);
}

TEST(NaturalLogarithm, OfOnePlusLosesNothingNearZero) {
  for (double x = 1e-300; x < 1e300; x *= 1.1) {
    ASSERT_LT(error_beside(logarithm_of_one_plus(x), std::log1p(static_cast<long double>(x))), 2) << x;
    if (x >= 1) continue;
    ASSERT_LT(error_beside(logarithm_of_one_plus(-x), std::log1p(-static_cast<long double>(x))), 3) << x;
  }
  EXPECT_EQ(excess_over_logarithm(0), 0);
  EXPECT_DOUBLE_EQ(excess_over_logarithm(1e-9), 5e-19 * (1 - 2e-9 / 3));
  for (double x = 0.01; x < 100; x *= 1.1)
    ASSERT_NEAR(excess_over_logarithm(x) / (x - std::log1p(x)), 1, 1e-13) << x;
}

TEST(Exponential, IsRightForNumbersOfEverySize) {
  EXPECT_EQ(exponential(0), 1);
  for (double x = -708; x < 709.7; x += 0.00137)
    ASSERT_LT(error_beside(exponential(x), std::exp(static_cast<long double>(x))), 1) << x;
  for (double x = -745.1; x < -708; x += 0.0137)  // below the smallest normal number
    ASSERT_NEAR(exponential(x), std::exp(x), std::numeric_limits<double>::denorm_min()) << x;
  for (double x = 1e-300; x < 1; x *= 1.1) {
    ASSERT_LT(error_beside(exponential(x), std::exp(static_cast<long double>(x))), 1) << x;
    ASSERT_LT(error_beside(exponential(-x), std::exp(-static_cast<long double>(x))), 1) << x;
  }
}

TEST(Exponential, EndsInZeroAndInInfinity) {
  EXPECT_EQ(exponential(-746), 0);
  EXPECT_EQ(exponential(-std::numeric_limits<double>::infinity()), 0);
  EXPECT_EQ(exponential(710), std::numeric_limits<double>::infinity());
}

TEST(Exponential, LessOneLosesNothingNearZero) {
  for (double x = 1e-300; x < 700; x *= 1.1) {
    ASSERT_LT(error_beside(exponential_less_one(x), std::expm1(static_cast<long double>(x))), 4) << x;
    ASSERT_LT(error_beside(exponential_less_one(-x), std::expm1(-static_cast<long double>(x))), 4) << x;
  }
}

TEST(Exponential, HasTheseBits) {
  EXPECT_EQ(exponential(1), 0x1.5bf0a8b14576ap+1);  // one unit above the nearest double
  u64 sum = 0;
  for (int i = -50'000; i <= 50'000; ++i) sum += mix64(std::bit_cast<u64>(exponential(i / 100.0)));
  EXPECT_EQ(sum, 1242568731058082660u);
}

TEST(Power, IsWithinRoundingOfTheLibrarys) {
  for (const double base : {1.0001, 2.0, 10.0, 1000.0, 0.3, 1e-200, 1e200})
    for (const double exponent : {0.0, 0.001, 0.25, 0.5, 0.999, 1.0, 1.37})
      EXPECT_NEAR(power_of(base, exponent) / std::pow(base, exponent), 1, 2e-13) << base << " " << exponent;
  for (int i = 0; i <= 1000; ++i)
    EXPECT_NEAR(power_of(10, i / 250.0) / std::pow(10, i / 250.0), 1, 2e-15) << i;
  for (int i = 0; i <= 22; ++i) EXPECT_EQ(power_of(10, i), std::pow(10, i)) << "exact";
}

// Multiples of π / 2 are the hardest case: all but the last bits cancel.
TEST(SineAndCosine, AreRightUpToTheLargestAngle) {
  const auto expect_right = [](double x) {
    ASSERT_LT(error_beside(sine(x), std::sin(static_cast<long double>(x))), 1) << x;
    ASSERT_LT(error_beside(cosine(x), std::cos(static_cast<long double>(x))), 1) << x;
  };
  for (double x = -1'000'000; x <= 1'000'000; x += 3.10137) expect_right(x);
  for (double x = 1e-300; x < 1'000'000; x *= 1.001) expect_right(x);
  constexpr long double quarter = 1.570796326794896619231321691639751442L;
  for (int i = 1; i < 630'000; i += 7) {
    const auto nearest = static_cast<double>(i * quarter);
    expect_right(nearest);
    expect_right(std::nextafter(nearest, 0));
  }
}

TEST(SineAndCosine, AreExactAtZeroAndKeepItsSign) {
  EXPECT_EQ(sine(0), 0);
  EXPECT_TRUE(std::signbit(sine(-0.0)));
  EXPECT_FALSE(std::signbit(sine(0.0)));
  EXPECT_EQ(cosine(0), 1);
  EXPECT_EQ(cosine(-0.0), 1);
}

TEST(SineAndCosine, HaveTheseBits) {
  u64 sum = 0;
  for (int i = -50'000; i <= 50'000; ++i) {
    sum += mix64(std::bit_cast<u64>(sine(i / 7.0)));
    sum += mix64(std::bit_cast<u64>(cosine(i / 7.0)));
  }
  EXPECT_EQ(sum, 3361241444990780733u);
}

}  // namespace
}  // namespace morula
