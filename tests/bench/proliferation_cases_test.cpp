// The population of the figures is what it is said to be.
#include "bench/proliferation/proliferation_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "models/proliferation/expectation/expected_population.h"

namespace morula::test {
namespace {

TEST(ProliferationCases, UndividedCellsAreAsMeasuredOnesAre) {
  const Histogram histogram = undivided_cells();
  ASSERT_EQ(histogram.size(), 1024u);
  EXPECT_EQ(histogram.front().fluorescence, 1);
  EXPECT_NEAR(histogram[256].fluorescence, 10, 1e-12);
  EXPECT_LT(histogram.back().fluorescence, 1e4);
  double cells = 0, sum = 0, squares = 0;
  for (const Bin& bin : histogram) {
    const auto count = static_cast<double>(bin.count);
    const double decades = std::log10(bin.fluorescence);
    cells += count;
    sum += count * decades;
    squares += count * decades * decades;
  }
  EXPECT_EQ(cells, 53546);
  const double mean = sum / cells;
  EXPECT_NEAR(mean, 3.48, 0.02);
  EXPECT_NEAR(std::sqrt(squares / cells - mean * mean), 0.25, 0.02);
}

TEST(ProliferationCases, BoneMarrowBecomesAsManyAsMeasuredOnesDo) {
  EXPECT_NEAR(expected_population(bone_marrow(240)), 1.12e6, 0.01e6);
}

}  // namespace
}  // namespace morula::test
