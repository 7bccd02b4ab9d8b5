// Against the library's logarithm in long double, whose error is far below the last place of a double.
#include "core/elementary.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "core/mix.h"

namespace morula {
namespace {

// How far off, in units of the last place of the right answer.
long double error_at(double x) {
  const long double right = std::log(static_cast<long double>(x));
  const auto nearest = static_cast<double>(right);
  const double unit =
      std::nextafter(std::abs(nearest), std::numeric_limits<double>::infinity()) - std::abs(nearest);
  return std::abs(static_cast<long double>(natural_logarithm(x)) - right) / static_cast<long double>(unit);
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

// Known to the last bit, so that a machine which rounds otherwise is found out.
TEST(NaturalLogarithm, HasTheseBits) {
  EXPECT_EQ(natural_logarithm(2), 0x1.62e42fefa39efp-1);
  EXPECT_EQ(natural_logarithm(10), 0x1.26bb1bbb55516p+1);
  u64 sum = 0;
  for (u64 i = 1; i <= 100'000; ++i)
    sum += mix64(std::bit_cast<u64>(natural_logarithm(static_cast<double>(i) / 1000)));
  EXPECT_EQ(sum, 2590217926865441387u);
}

}  // namespace
}  // namespace morula
