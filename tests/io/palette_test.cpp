#include "io/palette.h"

#include <gtest/gtest.h>

namespace morula::io::test {
namespace {

TEST(Palette, GradedBeginsApartFromItsBackgroundAndEndsWhereThePaletteDoes) {
  for (const std::string name : {"viridis", "cividis", "grey"}) {
    const std::vector<Colour> whole = palette(name, 5), levels = graded(name, 255);
    ASSERT_EQ(levels.size(), 256u) << name;
    EXPECT_EQ(levels[0], whole.front()) << name;
    EXPECT_EQ(levels[1], palette(name, 340)[85]) << name;
    EXPECT_EQ(levels[255], whole.back()) << name;
  }
  EXPECT_EQ(graded("grey", 1), (std::vector<Colour>{{255, 255, 255}, {0, 0, 0}}));
}

TEST(Palette, GradedOkabeItoHasEightBandsOfOneWidth) {
  const std::vector<Colour> bands = graded("okabe-ito", 16), okabe_ito = palette("okabe-ito", 9);
  ASSERT_EQ(bands.size(), 17u);
  EXPECT_EQ(bands[0], okabe_ito[0]);
  for (unsigned level = 0; level < 16; ++level)
    EXPECT_EQ(bands[1 + level], okabe_ito[1 + level / 2]) << level;
}

TEST(Palette, BetweenTwoColoursRoundsToTheNearest) {
  EXPECT_EQ(between({0, 255, 10}, {255, 0, 10}, 0, 4), (Colour{0, 255, 10}));
  EXPECT_EQ(between({0, 255, 10}, {255, 0, 10}, 1, 4), (Colour{64, 191, 10}));
  EXPECT_EQ(between({0, 255, 10}, {255, 0, 10}, 4, 4), (Colour{255, 0, 10}));
}

}  // namespace
}  // namespace morula::io::test
