#include "plot/ticks.h"

#include <gtest/gtest.h>

#include <cmath>

namespace morula::plot {
namespace {

std::vector<std::string> texts(const std::vector<Tick>& ticks) {
  std::vector<std::string> labels;
  for (const Tick& tick : ticks)
    if (!tick.text.empty()) labels.push_back(tick.text);
  return labels;
}
using Texts = std::vector<std::string>;

TEST(Ticks, OfALinearAxisAreRoundNumbersWithinIt) {
  EXPECT_EQ(texts(linear_ticks(0, 10, 5)), (Texts{"0", "2", "4", "6", "8", "10"}));
  EXPECT_EQ(texts(linear_ticks(0.13, 0.91, 4)), (Texts{"0.2", "0.4", "0.6", "0.8"}));
  EXPECT_EQ(texts(linear_ticks(-1.5, 1.5, 6)), (Texts{"−1.5", "−1.0", "−0.5", "0", "0.5", "1.0", "1.5"}));
  EXPECT_EQ(texts(linear_ticks(0, 0.35, 4)), (Texts{"0", "0.1", "0.2", "0.3"}));
  for (unsigned most = 1; most < 12; ++most)
    for (const double high : {1e-7, 0.3, 1.0, 17.0, 1103.0, 123456.0, 9.99e9})
      EXPECT_LE(linear_ticks(0, high, most).size(), most + 1) << high;
}

TEST(Ticks, LargeAndSmallNumbersAreWrittenAsPeopleDo) {
  EXPECT_EQ(texts(linear_ticks(0, 1000, 2)), (Texts{"0", "500", "1000"}));
  EXPECT_EQ(texts(linear_ticks(0, 100'000, 2)), (Texts{"0", "50\u2009000", "100\u2009000"}));
  EXPECT_EQ(texts(linear_ticks(0, 3e6, 3)), (Texts{"0", "1×10⁶", "2×10⁶", "3×10⁶"}));
  EXPECT_EQ(texts(linear_ticks(0, 2.5e-5, 5)),
            (Texts{"0", "0.5×10⁻⁵", "1.0×10⁻⁵", "1.5×10⁻⁵", "2.0×10⁻⁵", "2.5×10⁻⁵"}));
}

TEST(Ticks, OfALogarithmicAxisArePowersOfTen) {
  EXPECT_EQ(texts(log_ticks(1, 1e6, 10)), (Texts{"1", "10", "100", "1000", "10\u2009000", "10⁵", "10⁶"}));
  EXPECT_EQ(texts(log_ticks(0.5, 12, 10)), (Texts{"0.5", "1", "2", "5", "10"}));
  EXPECT_EQ(log_ticks(1, 10, 10).size(), 10u) << "those between have ticks";
  EXPECT_LE(texts(log_ticks(1e-30, 1e30, 6)).size(), 7u);
  EXPECT_EQ(power_of_ten(-12), "10⁻¹²");
}

TEST(Ticks, OfANarrowLogarithmicAxisAreRoundNumbersWithinIt) {
  EXPECT_EQ(texts(log_ticks(31, 43, 4)), (Texts{"35", "40"}));
  EXPECT_EQ(texts(log_ticks(0.21, 0.45, 3)), (Texts{"0.3", "0.4"}));
  for (unsigned most = 0; most < 12; ++most)
    for (double low = 1e-7; low < 1e9; low *= 1.37)
      for (const double ratio : {1.01, 1.7, 2.3, 4.9, 17.0, 800.0, 3e4, 1e11}) {
        const std::vector<Tick> ticks = log_ticks(low, low * ratio, most);
        EXPECT_GE(texts(ticks).size(), 2u) << low << " " << ratio << " " << most;
        EXPECT_GE(ticks.front().value, low * (1 - 1e-6));
        EXPECT_LE(ticks.back().value, low * ratio * (1 + 1e-6));
      }
}

TEST(Ticks, ASingleValueGetsRoom) {
  EXPECT_EQ(widened({0, 0}, false).high, 1);
  EXPECT_LT(widened({-7, -7}, false).low, -7);
  EXPECT_GT(widened({-7, -7}, false).high, -7);
  EXPECT_GT(widened({0, 0}, true).low, 0);
  EXPECT_EQ(widened({2, 3}, false).low, 2);
  const double next = std::nextafter(1.9, 2.0);
  EXPECT_GT(widened({1.9, next}, false).high, 2) << "values that differ by rounding alone";
  EXPECT_LE(linear_ticks(1.9, next, 5).size(), 7u);
}

}  // namespace
}  // namespace morula::plot
