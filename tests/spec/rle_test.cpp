#include "models/automaton/read/rle_reader.h"

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

TEST(Rle, LettersForManyStates) {
  EXPECT_EQ(parse_rle("x = 9, y = 1\n.b2XpA2yOoA!", "p.rle").runs,
            (Runs{{2, 0, 2, 24}, {4, 0, 1, 25}, {5, 0, 2, 255}, {7, 0, 2, 1}}));
}

TEST(Rle, KeepsTheRuleOfItsHeader) {
  const auto rule = [](const std::string& header) { return parse_rle(header + "\n!", "p.rle").rule; };
  EXPECT_EQ(rule("x = 3, y = 3, rule = B3/S23"), "B3/S23");
  EXPECT_EQ(rule("x=3,y=3,rule=Brian's Brain \r"), "Brian's Brain");
  EXPECT_EQ(rule("x = 3, y = 3, rule = B36/S23:T100,200"), "B36/S23:T100,200");
  for (const char* none :
       {"x = 3, y = 3", "x = 3, y = 3, rule =", "x = 3, y = 3, rule", "x = 3, y = 3, rules"})
    EXPECT_EQ(rule(none), "") << none;
}

TEST(Rle, AHugePatternCostsNoMoreThanItsText) {
  const Pattern pattern =
      parse_rle("x = 1000000000, y = 1000000000\n1000000000o999999999$1000000000o!", "p.rle");
  EXPECT_EQ(pattern.runs.size(), 2u);
  EXPECT_EQ(pattern.runs[1].y, 999999999u);
}

}  // namespace
}  // namespace morula::test
