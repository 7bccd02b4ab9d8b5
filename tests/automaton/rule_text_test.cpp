#include "models/automaton/read/rule_text.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "models/automaton/read/map_notation.h"

namespace morula::test {
namespace {

RuleText read(std::string_view text, unsigned dimensions = 2, std::string_view neighbourhood = "") {
  const ParsedRule parsed = parse_rule(text, dimensions, neighbourhood);
  EXPECT_TRUE(parsed.rule) << text << ": " << parsed.problem;
  EXPECT_EQ(parsed.problem, "") << text;
  return parsed.rule.value_or(RuleText{});
}

u32 counts(std::initializer_list<unsigned> listed) {
  u32 bits = 0;
  for (const unsigned count : listed) bits |= 1u << count;
  return bits;
}

RuleText rule_of(u32 born_on, u32 survives_on, unsigned states = 2) {
  RuleText rule;
  rule.born_on = born_on;
  rule.survives_on = survives_on;
  rule.states = states;
  return rule;
}

RuleText with_neighbourhood(RuleText rule, const char* name) {
  rule.neighbourhood = name;
  return rule;
}

TEST(RuleText, LifeIsWrittenInManyWays) {
  const RuleText life = rule_of(counts({3}), counts({2, 3}));
  for (const char* text : {"B3/S23", "b3/s23", "S23/B3", "B3S23", "b3s23", "s23b3", "23/3", "B3/23", "23/B3",
                           "B3/S2,3", "B3/S2..3", "B3/S23/2", "B3/S23/C2", " B3 / S2, 3 ", "B3_S23"})
    EXPECT_EQ(read(text), life) << text;
  EXPECT_EQ(read("B/S"), rule_of(0, 0));
  EXPECT_EQ(read("/"), rule_of(0, 0));
  EXPECT_EQ(read("B0/S012345678"), rule_of(1, 0x1FF));
  EXPECT_EQ(read("B0/S0..8"), rule_of(1, 0x1FF));
}

TEST(RuleText, GenerationsNameTheirStates) {
  const RuleText brain = rule_of(counts({2}), 0, 3);
  for (const char* text : {"B2/S/C3", "b2/s/c3", "B2/S/3", "/2/3", "B2/S/G3", "B2SG3", "S/B2/3", "B2S/C3"})
    EXPECT_EQ(read(text), brain) << text;
  EXPECT_EQ(read("345/2/4"), rule_of(counts({2}), counts({3, 4, 5}), 4));
  EXPECT_EQ(read("23/3/256").states, 256u);
  EXPECT_EQ(read("B4/S4,12/C5", 3), rule_of(counts({4}), counts({4, 12}), 5));
  EXPECT_EQ(read("4/4/5", 3), rule_of(counts({4}), counts({4}), 5));
}

TEST(RuleText, LettersTellArrangementsApart) {
  const RuleText rule = read("B3/S2-i34q");
  EXPECT_TRUE(rule.by_arrangement);
  EXPECT_EQ(rule.born_on, 0u);
  EXPECT_EQ(rule.born_with, arrangements_of(3));
  EXPECT_EQ(rule.survives_with,
            (arrangements_of(2) & ~arrangements_of(2, 'i')) | arrangements_of(3) | arrangements_of(4, 'q'));
  EXPECT_EQ(read("b3/s2-I34Q"), rule);
  EXPECT_EQ(read("2-i34q/3"), rule);
  EXPECT_EQ(read("B3/S2aceKn,3,4q"), rule);
  RuleText generations = rule;
  generations.states = 5;
  EXPECT_EQ(read("2-i34q/3/5"), generations);
  EXPECT_EQ(read("B3/S2c3").survives_with, arrangements_of(2, 'c') | arrangements_of(3));  // no 3 states
}

TEST(RuleText, LettersThatDivideNothingLeaveCounts) {
  EXPECT_EQ(read("B2aceikn3/S1ce"), rule_of(counts({2, 3}), counts({1})));
  EXPECT_EQ(read("B2-aceikn3/S"), rule_of(counts({3}), 0));
}

// Golly's own example of its notation; and a rule in which a cell takes the state of the cell to its left, so
// that everything moves to the right.
TEST(RuleText, MapsAreTablesOfSquares) {
  const std::string life =
      "MAPARYXfhZofugWaH7oaIDogBZofuhogOiAaIDogIAAgAAWaH7oaIDogGiA6ICAAIAAaIDogIAAgACAAIAAAAAAAA";
  RuleText expected = rule_of(counts({3}), counts({2, 3}));
  expected.neighbourhood = "moore";
  EXPECT_EQ(read(life), expected);
  EXPECT_EQ(read(life + "=="), expected);
  EXPECT_EQ(read("map" + life.substr(3)), expected);
  Arrangements left;
  for (unsigned arrangement = 0; arrangement < left.size(); ++arrangement)
    left[arrangement] = arrangement >> 3 & 1;
  const RuleText moves = read(map_text(left, left));
  EXPECT_TRUE(moves.by_arrangement);
  EXPECT_EQ(moves.born_with, left);
  EXPECT_EQ(moves.survives_with, left);
  EXPECT_EQ(canonical_text(moves, 8), map_text(left, left));
  const RuleText letters = read("B3/S2-i34q");
  EXPECT_EQ(canonical_text(read(map_text(letters.born_with, letters.survives_with)), 8), "B3/S2-i34q");
}

TEST(RuleText, NumbersBetweenCommasAreCountsWhereThereAreMoreThanNine) {
  EXPECT_EQ(read("B5,26/S4,5,12", 3), rule_of(counts({5, 26}), counts({4, 5, 12})));
  EXPECT_EQ(read("B5..7/S6", 3, "26"), rule_of(counts({5, 6, 7}), counts({6})));
  EXPECT_EQ(read("B5..7,18/S0..2", 3, "18"), rule_of(counts({5, 6, 7, 18}), counts({0, 1, 2})));
  EXPECT_EQ(read("B13/S0..6", 3, "6"), rule_of(counts({1, 3}), 0x7F));
  EXPECT_EQ(read("B13/S2", 3, "von-neumann"), rule_of(counts({1, 3}), counts({2})));
  EXPECT_EQ(read("B13/S2", 3, "moore"), rule_of(counts({13}), counts({2})));
}

TEST(RuleText, ANotationMayNameItsNeighbourhood) {
  EXPECT_EQ(read("B13/S012V"), with_neighbourhood(rule_of(counts({1, 3}), counts({0, 1, 2})), "von-neumann"));
  EXPECT_EQ(read("/2/3v"), with_neighbourhood(rule_of(counts({2}), 0, 3), "von-neumann"));
  EXPECT_EQ(read("B3/S23M", 2, "moore").neighbourhood, "moore");
  const RuleText bays = with_neighbourhood(rule_of(counts({6}), counts({5, 6, 7})), "26");
  for (const char* text : {"3D5..7/6", "3d5,6,7/6", "3D5..7/6M", "B6/S5..7M"}) EXPECT_EQ(read(text, 3), bays);
  const RuleText faces = with_neighbourhood(rule_of(counts({1, 3}), 0x7F), "6");
  for (const char* text : {"3D0..6/1,3F", "3D0..6/1,3v", "B13/S0123456F"}) EXPECT_EQ(read(text, 3), faces);
  EXPECT_EQ(read("3D0..6/1,3F", 3, "von-neumann"), faces);
  EXPECT_EQ(read("3D4,5/5", 3, "moore").neighbourhood, "26");
}

TEST(RuleText, WireWorldHasFourStates) {
  for (const char* text : {"WireWorld", "wireworld", "WIREWORLD"}) {
    EXPECT_EQ(read(text).kind, RuleText::Kind::WireWorld);
    EXPECT_EQ(read(text, 3).states, 4u);
  }
}

struct Written {
  const char* text;
  unsigned dimensions, neighbours;
  const char *neighbourhood, *canonical;
};

// In two dimensions, the expected texts are those that bgolly 3.3 writes; for texts that begin with 3D, those
// that Golly's 3D.lua makes.
TEST(RuleText, CanonicalTextsAreThoseOfGollyAndReadTheSame) {
  const std::vector<Written> notations = {{"23/3", 2, 8, "", "B3/S23"},
                                          {"s/b2", 2, 8, "", "B2/S"},
                                          {"B31/S20", 2, 4, "von-neumann", "B13/S02V"},
                                          {"B2/S/C3", 2, 8, "", "/2/3"},
                                          {"b2/s/c3v", 2, 4, "", "/2/3V"},
                                          {"B2/S34/C2", 2, 8, "", "B2/S34"},
                                          {"B2nic/S4-qjrtwz", 2, 8, "", "B2cin/S4aceikny"},
                                          {"B2ceikn/S2aceikn3", 2, 8, "", "B2-a/S23"},
                                          {"B2-a/S34-i/C5", 2, 8, "", "34-i/2-a/5"},
                                          {"wireWORLD", 2, 8, "", "WireWorld"},
                                          {"B4,5,7/S9,7,6,5,4", 3, 26, "", "3D4..7,9/4,5,7"},
                                          {"B13/S0123456", 3, 6, "6", "3D0..6/1,3F"},
                                          {"B5/S4,5", 3, 18, "18", "B5/S4,5"},
                                          {"4/4/5", 3, 26, "", "B4/S4/C5"},
                                          {"4/4/5", 3, 6, "6", "B4/S4/C5F"},
                                          {"wireworld", 3, 26, "", "WireWorld"}};
  for (const Written& written : notations) {
    const RuleText rule = read(written.text, written.dimensions, written.neighbourhood);
    EXPECT_EQ(canonical_text(rule, written.neighbours), written.canonical);
    RuleText again = read(written.canonical, written.dimensions, written.neighbourhood);
    again.neighbourhood = rule.neighbourhood;
    EXPECT_EQ(again, rule) << written.canonical;
  }
}

struct Bad {
  const char* text;
  unsigned dimensions;
  const char *neighbourhood, *problem;
};

void expect_problems(const std::vector<Bad>& bad_rules) {
  for (const Bad& bad : bad_rules) {
    const ParsedRule parsed = parse_rule(bad.text, bad.dimensions, bad.neighbourhood);
    EXPECT_FALSE(parsed.rule) << bad.text;
    EXPECT_EQ(parsed.problem, bad.problem) << bad.text;
  }
}

TEST(RuleText, MapsThatAreWrongComeWithARemedy) {
  const std::string dashed = "MAP" + std::string(85, 'A') + "-", nothing = "MAP" + std::string(86, 'A'),
                    bounded = nothing + ":T64,64";
  expect_problems(
      {{"MAPARYX", 2, "",
        "has 4 characters after MAP; must have 86: two states and eight neighbours (hexagonal "
        "neighbourhoods, "
        "those of four neighbours and Generations are not available)"},
       {bounded.c_str(), 2, "",
        "':T64,64' is a bounded grid of Golly; here lattice.size and lattice.boundary describe the grid: "
        "remove it"},
       {dashed.c_str(), 2, "", "'-' is not a character of base64 (A-Z, a-z, 0-9, + and /)"},
       {nothing.c_str(), 3, "", "a MAP rule is for two dimensions"},
       {nothing.c_str(), 2, "von-neumann",
        "a MAP rule has eight neighbours, but automaton.neighbourhood is von-neumann; remove it"}});
}

TEST(RuleText, CountsThatAreWrongComeWithARemedy) {
  expect_problems(
      {{"B5/S45", 3, "",
        "a cell cannot have 45 live neighbours: it has 26; counts are separated by commas: did you mean "
        "'S4,5'?"},
       {"45/5", 3, "",
        "a cell cannot have 45 live neighbours: it has 26; counts are separated by commas: did you mean "
        "'4,5'?"},
       {"3D13/2F", 3, "",
        "a cell cannot have 13 live neighbours: it has 6; counts are separated by commas: did you mean "
        "'1,3'?"},
       {"B9/S23", 2, "", "a cell cannot have 9 live neighbours: it has 8"},
       {"B5/S2", 2, "von-neumann", "a cell cannot have 5 live neighbours: it has 4"},
       {"B5/S2V", 2, "", "a cell cannot have 5 live neighbours: it has 4"},
       {"B3/S4..27", 3, "", "a cell cannot have 27 live neighbours: it has 26"},
       {"B3,99999999999999999999/S", 3, "",
        "a cell cannot have 99999999999999999999 live neighbours: it has 26"},
       {"B33/S2", 2, "", "3 is written twice after B; remove one"},
       {"B3/S2..4,3", 3, "", "3 is written twice after S; remove one"},
       {"233/3", 2, "", "3 is written twice among the survivals; remove one"},
       {"B3/S7..5", 2, "", "the range 7..5 runs backwards; write 5..7"},
       {"B3/S5-7", 2, "", "'5-7' after S is not a count of neighbours; a range is written 5..7"},
       {"B13-26/S", 3, "", "'13-26' after B is not a count of neighbours; a range is written 13..26"},
       {"B3/S2x", 2, "", "'2x' after S is not a count of neighbours"},
       {"2x/3", 2, "", "'2x' among the survivals is not a count of neighbours"},
       {"B3 evil/S23", 2, "", "'3 evil' after B is not a count of neighbours"},
       {"B3,/S23", 2, "", "'' after B is not a count of neighbours"},
       {"B3/S..5", 2, "", "'..5' after S is not a count of neighbours"}});
}

TEST(RuleText, LettersThatAreWrongComeWithARemedy) {
  const char* not_here =
      "'2-i34q' after S: letters are only for the neighbourhood moore in two dimensions; write counts alone";
  expect_problems(
      {{"B3/S2-i34q", 3, "", not_here},
       {"B3/S2-i34q", 3, "6", not_here},
       {"B3/S2-i34q", 2, "von-neumann", not_here},
       {"B3/S2-i34qV", 2, "", not_here},
       {"B1a/S", 2, "", "'1a' after B is not an arrangement of neighbours; the letters of 1 are ce"},
       {"B8c/S", 2, "", "'8c' after B: no letter may follow 8"},
       {"B2aa/S", 2, "", "'2aa' names a twice after B; remove one"},
       {"B2a2c/S", 2, "", "2 is written twice after B; remove one"},
       {"B2-3a/S", 2, "", "no letter follows '2-' after B; remove the '-'"},
       {"B2a-c/S", 2, "", "'2a-c' after B is not a count of neighbours"}});
}

TEST(RuleText, OtherNotationsThatAreWrongComeWithARemedy) {
  const char* form = "must be counts of births and of survivals, as in B3/S23, or B2/S/C3 with 3 states";
  const char* form_3d =
      "must be counts of births and of survivals, as in B5/S4,5, or B5/S4,5/C3 with 3 states";
  for (const char* text : {"", "B3", "23", "B3/B3", "B3/C3", "1/2/3/4", "life", "B2/S/S3", "C3/B2/S"})
    expect_problems({{text, 2, "", form}, {text, 3, "", form_3d}});
  expect_problems(
      {{"B2/S/C1", 2, "", "1 states are not possible; a rule has 2 to 256"},
       {"/2/257", 2, "", "257 states are not possible; a rule has 2 to 256"},
       {"B2/S/C", 2, "", "'' is not a number of states"},
       {"B2/S/x", 2, "", "'x' is not a number of states"},
       {"3B/23", 2, "", "'3B' among the survivals is not a count of neighbours"},
       {"3D5..7/6", 2, "",
        "Golly's 3D rules need a lattice of three dimensions; in two, a rule is written as B3/S23"},
       {"B3/S23:T64,64", 2, "",
        "':T64,64' is a bounded grid of Golly; here lattice.size and lattice.boundary describe the grid: "
        "remove it"}});
  expect_problems({{std::string(201, '3').c_str(), 2, "", "a rule has at most 200 characters"}});
}

TEST(RuleText, NeighbourhoodsThatAreNotHereAreNamed) {
  const std::string there_are = "; there are 26 (M), 18 and 6 (F or V)";
  const std::string corner = "Golly's corner neighbourhood (C) is not available" + there_are;
  const std::string edge = "Golly's edge neighbourhood (E) is not available" + there_are;
  const std::string hexahedral = "Golly's hexahedral neighbourhood (H) is not available" + there_are;
  const char* busy_boxes =
      "Golly's Busy Boxes are not available; rules of three dimensions are counts of live neighbours, as in "
      "B5..7/S6 or 3D5..7/6";
  const char* hexagonal =
      "Golly's hexagonal neighbourhood (H) is not available; there are moore (M) and von-neumann (V)";
  expect_problems(
      {{"3D2/3C", 3, "", corner.c_str()},
       {"3D2/3e", 3, "", edge.c_str()},
       {"3D2/3H", 3, "", hexahedral.c_str()},
       {"BusyBoxesW", 3, "", busy_boxes},
       {"bb", 3, "", busy_boxes},
       {"B2/S34H", 2, "", hexagonal},
       {"B2/S13V", 2, "moore",
        "its notation says neighbourhood von-neumann, but automaton.neighbourhood is moore; change one of "
        "them"},
       {"3D5..7/6", 3, "18",
        "its notation says neighbourhood 26, but automaton.neighbourhood is 18; change one of them"},
       {"3D5..6/6F", 3, "moore",
        "its notation says neighbourhood 6, but automaton.neighbourhood is moore; change one of them"}});
}

}  // namespace
}  // namespace morula::test
