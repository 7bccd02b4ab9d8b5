#include "models/automaton/rule_text.h"

#include <gtest/gtest.h>

namespace morula::test {
namespace {

TEST(RuleText, DigitsAreCountsWhereThereAreNineNeighboursOrFewer) {
  const ParsedRule life = parse_rule("B3/S23", 8);
  ASSERT_TRUE(life.rule) << life.problem;
  EXPECT_EQ(life.rule->born_on, 1u << 3);
  EXPECT_EQ(life.rule->survives_on, 1u << 2 | 1u << 3);
  EXPECT_EQ(parse_rule("b3/s2,3", 8).rule->survives_on, life.rule->survives_on);
  EXPECT_EQ(parse_rule("B/S", 8).rule->born_on, 0u);
  EXPECT_EQ(parse_rule("B0/S012345678", 8).rule->survives_on, 0x1FFu);
}

TEST(RuleText, NumbersBetweenCommasAreCountsWhereThereAreMore) {
  const ParsedRule rule = parse_rule("B5,26/S4,5,12", 26);
  ASSERT_TRUE(rule.rule) << rule.problem;
  EXPECT_EQ(rule.rule->born_on, 1u << 5 | 1u << 26);
  EXPECT_EQ(rule.rule->survives_on, 1u << 4 | 1u << 5 | 1u << 12);
}

TEST(RuleText, ProblemsComeWithARemedy) {
  EXPECT_EQ(parse_rule("B5/S45", 26).problem,
            "a cell cannot have 45 live neighbours: it has 26; counts are separated by commas: did you mean "
            "'S4,5'?");
  EXPECT_EQ(parse_rule("B9/S23", 8).problem, "a cell cannot have 9 live neighbours: it has 8");
  EXPECT_EQ(parse_rule("B5/S2", 4).problem, "a cell cannot have 5 live neighbours: it has 4");
  EXPECT_EQ(parse_rule("B33/S2", 8).problem, "3 is written twice after B; remove one");
  EXPECT_EQ(parse_rule("B3", 8).problem, "must be counts of births, then of survivals, as in B3/S23");
  EXPECT_EQ(parse_rule("B3/S2x", 8).problem, "'2x' after S is not a count of neighbours");
  EXPECT_EQ(parse_rule("B5/S99999999999999999999", 26).problem.substr(0, 17), "a cell cannot hav");
}

}  // namespace
}  // namespace morula::test
