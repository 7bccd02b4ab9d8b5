#include "models/automaton/rle.h"

#include <gtest/gtest.h>

namespace morula::test {
namespace {

using Runs = std::vector<Run>;

TEST(Rle, ReadsAGlider) {
  const Pattern glider =
      parse_rle("#C a comment\nx = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\nwhatever follows", "g.rle");
  EXPECT_EQ(glider.width, 3u);
  EXPECT_EQ(glider.height, 3u);
  EXPECT_EQ(glider.runs, (Runs{{1, 0, 1, 1}, {2, 1, 1, 1}, {0, 2, 3, 1}}));
}

TEST(Rle, CountsMayStandApartFromTheirTagsAndRowsMayBeSkipped) {
  const Pattern pattern = parse_rle("x=5,y=4\r\n5\r\no3$\r\n 2 b o !", "p.rle");
  EXPECT_EQ(pattern.runs, (Runs{{0, 0, 5, 1}, {2, 3, 1, 1}}));
}

TEST(Rle, GollysLettersForTwoStates) {
  EXPECT_EQ(parse_rle("x = 3, y = 1\n.AA!", "p.rle").runs, (Runs{{1, 0, 2, 1}}));
}

TEST(Rle, AHugePatternCostsNoMoreThanItsText) {
  const Pattern pattern =
      parse_rle("x = 1000000000, y = 1000000000\n1000000000o999999999$1000000000o!", "p.rle");
  EXPECT_EQ(pattern.runs.size(), 2u);
  EXPECT_EQ(pattern.runs[1].y, 999999999u);
}

}  // namespace
}  // namespace morula::test
