#include "analysis/example_series.h"

#include <gtest/gtest.h>

#include <cmath>

#include "io/csv_table.h"

namespace morula::test {
namespace {

TEST(Rossler, StartsWhereItSays) {
  const std::string csv = rossler_csv({.step = 0.01, .every = 1, .skip = 0, .length = 0.02});
  EXPECT_TRUE(csv.starts_with("step,x,y,z\n0,1,1,1\n0.01,")) << csv;
}

// The error of the classical Runge-Kutta method falls with the fourth power of its step.
TEST(Rossler, IsOfFourthOrder) {
  const auto x_at_5 = [](double step, std::uint64_t every) {
    const io::CsvTable table(rossler_csv({.step = step, .every = every, .skip = 0, .length = 5}), "rossler");
    return table.numbers("x").back();
  };
  const double coarse = x_at_5(0.05, 1), middle = x_at_5(0.025, 2), fine = x_at_5(0.0125, 4);
  EXPECT_NEAR((coarse - middle) / (middle - fine), 16, 2.5);
  EXPECT_NE(middle, fine);
}

// Only + - × ÷ are used, so that after 300 time units of chaos every machine has the same bits.
TEST(Rossler, HasTheSameBitsEverywhere) {
  const std::string csv = rossler_csv({});
  EXPECT_EQ(csv.substr(0, csv.find('\n', 12)),
            "step,x,y,z\n0,8.04999315602431,-15.184120086579798,0.04453182849466021");
  EXPECT_EQ(csv.substr(csv.rfind('\n', csv.size() - 2) + 1),
            "100,-2.949178393506813,10.898967230817572,0.016823669505221215\n");
}

TEST(Tide, IsThirtyDaysOfTwoTidesADay) {
  const io::CsvTable table(tide_csv(), "tide");
  EXPECT_EQ(table.rows(), 7201u);
  EXPECT_EQ(table.numbers("step").back(), 720);
  for (const double level : table.numbers("level")) EXPECT_LT(std::abs(level), 0.63);
}

}  // namespace
}  // namespace morula::test
