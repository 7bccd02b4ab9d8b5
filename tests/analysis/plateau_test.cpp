#include "analysis/plateau.h"

#include <gtest/gtest.h>

#include <cmath>

namespace morula::test {
namespace {

// A row every 10 steps up to 1000: a straight rise to 0.6 at step 300, then the values of `rest`.
template <typename Rest>
std::vector<double> risen(const Rest& rest) {
  std::vector<double> values;
  for (int step = 0; step <= 1000; step += 10) values.push_back(step < 300 ? 0.002 * step : rest(step));
  return values;
}

Curves tens(std::vector<std::vector<double>> values) {
  Curves curves{{}, std::move(values)};
  for (std::uint64_t step = 0; step <= 1000; step += 10) curves.steps.push_back(step);
  return curves;
}

TEST(Plateau, IsWhereTheCurveRests) {
  const Plateau plateau = plateau_of(tens({risen([](int) { return 0.6; })}), 750);
  EXPECT_EQ(plateau.from, 750u);
  EXPECT_EQ(plateau.level, 0.6);
  EXPECT_EQ(plateau.width, 0);
  EXPECT_EQ(plateau.begins, 300u);
  EXPECT_EQ(plateau.drift, 0);
}

TEST(Plateau, HasTheWidthOfMembersAndTimes) {
  const auto up_and_down = [](int step) { return step % 20 == 0 ? 0.55 : 0.65; };
  const auto down_and_up = [](int step) { return step % 20 == 0 ? 0.65 : 0.55; };
  const Plateau plateau = plateau_of(tens({risen(up_and_down), risen(down_and_up)}), 600);
  EXPECT_NEAR(plateau.level, 0.6, 1e-12);
  EXPECT_NEAR(plateau.width, 0.05 * std::sqrt(82.0 / 81.0), 1e-9);
  EXPECT_EQ(plateau.begins, 300u) << "that of the mean, which rests";
}

TEST(Plateau, NeedsToBeReachedForGood) {
  const auto dips = [](int step) { return step == 500 ? 0.3 : step % 20 == 0 ? 0.59 : 0.61; };
  EXPECT_EQ(plateau_of(tens({risen(dips)}), 750).begins, 510u);
}

TEST(Plateau, DriftsWhereItStillRises) {
  std::vector<double> rising;
  for (int row = 0; row <= 100; ++row) rising.push_back(0.01 * row);
  EXPECT_NEAR(plateau_of(tens({rising}), 610).drift, 0.2, 1e-9);  // two halves of 20 rows
  EXPECT_EQ(plateau_of(tens({rising}), 1000).drift, 0) << "one row has no halves";
}

}  // namespace
}  // namespace morula::test
