#include "plot/thin.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace morula::plot {
namespace {

TEST(Thin, FewPointsAreKept) {
  const Curve curve = thinned({0, 1, 2}, {5, 6, 7}, 100);
  EXPECT_EQ(curve.x, (Numbers{0, 1, 2}));
  EXPECT_EQ(curve.y, (Numbers{5, 6, 7}));
}

TEST(Thin, NoPeakIsLostAndTheEndsStay) {
  Numbers x, y;
  for (int i = 0; i < 100'000; ++i) {
    x.push_back(i);
    y.push_back(std::sin(i * 0.01));
  }
  y[54'321] = 9;
  y[77'777] = -9;
  const Curve curve = thinned(x, y, 300);
  EXPECT_LE(curve.x.size(), 1204u);
  EXPECT_EQ(std::ranges::max(curve.y), 9);
  EXPECT_EQ(std::ranges::min(curve.y), -9);
  EXPECT_EQ(curve.x.front(), 0);
  EXPECT_EQ(curve.x.back(), 99'999);
  EXPECT_TRUE(std::ranges::is_sorted(curve.x));
}

TEST(Thin, GapsStayGaps) {
  Numbers x, y;
  for (int i = 0; i < 10'000; ++i) {
    x.push_back(i);
    y.push_back(i == 5000 ? NAN : 1);
  }
  const Curve curve = thinned(x, y, 50);
  EXPECT_EQ(std::ranges::count_if(curve.y, [](double value) { return std::isnan(value); }), 1);
}

}  // namespace
}  // namespace morula::plot
