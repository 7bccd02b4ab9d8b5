#include "models/membrane/observe/trace.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "models/membrane/observe/drawn_tree.h"
#include "models/membrane/observe/tree_picture.h"
#include "tests/membrane/systems.h"

namespace morula::membrane::test {
namespace {

const System small = read("def main() { @mu = [+[]'2 -[]'3]'1; @ms(1) = a*2, b{1}; [a --> c]'1; }").system;

Configuration configuration() {
  Configuration large_configuration = initial_configuration(small);
  large_configuration.environment = {{2, 5}};
  return large_configuration;
}

TEST(MembraneTrace, TextNamesEveryMembraneAndTheEnvironment) {
  EXPECT_EQ(text_trace(small, configuration(), 7),
            "step 7\n  0 [a*2, b{1}]'1\n  1 +[#]'2 in 0\n  2 -[#]'3 in 0\n  environment c*5\n");
}

TEST(MembraneTrace, JsonIsOneLine) {
  EXPECT_EQ(
      json_trace(small, configuration(), 7),
      "{\"step\":7,\"membranes\":[{\"label\":\"1\",\"charge\":\"0\",\"parent\":null,\"contents\":{\"a\":2,"
      "\"b{1}\":1}},{\"label\":\"2\",\"charge\":\"+\",\"parent\":0,\"contents\":{}},{\"label\":\"3\","
      "\"charge\":"
      "\"-\",\"parent\":0,\"contents\":{}}],\"environment\":{\"c\":5}}\n");
}

TEST(MembraneTrace, ThePictureHasABoxForEachMembraneInsideItsParents) {
  const std::string svg = tree_picture(small, configuration());
  std::size_t boxes = 0;
  for (std::size_t at = svg.find("rx="); at != std::string::npos; at = svg.find("rx=", at + 1)) ++boxes;
  EXPECT_EQ(boxes, 3u);
  EXPECT_NE(svg.find("a*2, b{1}"), std::string::npos);
  Configuration large = configuration();
  large.membranes.resize(most_in_picture + 1, large.membranes[1]);
  EXPECT_THROW(tree_picture(small, large), Error);
}

// A skin with this number of membranes inside, whose contents repeat after `different` of them.
Configuration crowd(u64 membranes, u64 different) {
  Configuration made = configuration();
  made.membranes.resize(1);
  for (u64 i = 0; i < membranes; ++i)
    made.membranes.push_back({1, i % 3 == 0 ? u8{Positive} : u8{Neutral}, 0, {{0, 1 + i % different}}});
  return made;
}

TEST(MembraneTrace, EqualSiblingsAreOneBoxWithTheirNumber) {
  const DrawnBox tree = drawn_tree(small, crowd(600, 3));
  ASSERT_EQ(tree.children.size(), 3u);
  EXPECT_EQ(tree.children[0].title, "200 × 2+  a");
  EXPECT_EQ(tree.children[1].title, "200 × 2  a*2");
  // [ [a [b]'3]'2  [a]'2 ]'1: siblings with different contents are not equal.
  Configuration nested = crowd(2, 1);
  nested.membranes[2].charge = nested.membranes[1].charge;
  EXPECT_EQ(drawn_tree(small, nested).children.size(), 1u);
  nested.membranes.push_back({2, Neutral, 1, {}});
  EXPECT_EQ(drawn_tree(small, nested).children.size(), 2u);
}

TEST(MembraneTrace, OfTooManyBoxesForAPageTheOthersAreCounted) {
  const DrawnBox tree = drawn_tree(small, crowd(900, 900));
  EXPECT_LE(boxes_in(tree), most_boxes);
  EXPECT_TRUE(tree.children.back().is_rest);
  // Every third membrane, beginning with the first.
  const u64 shown = tree.children.size() - 1, positive = (shown + 2) / 3;
  EXPECT_EQ(tree.children.back().title,
            fmt::format("… and {} × 2, {} × 2+", 600 - (shown - positive), 300 - positive));
}

TEST(MembraneTrace, ThePictureHasTheProportionsOfAPage) {
  const auto side = [](const std::string& svg, const std::string& name) {
    return std::stod(svg.substr(svg.find(name + "=\"") + name.size() + 2));
  };
  for (const u64 membranes : {40u, 120u, 900u}) {
    const std::string svg = tree_picture(small, crowd(membranes, membranes));
    const double width = side(svg, "width"), height = side(svg, "height");
    EXPECT_LT(width, 1600) << membranes;
    EXPECT_LT(height, 1600) << membranes;
    EXPECT_GT(width / height, 0.7) << membranes;
    EXPECT_LT(width / height, 2.8) << membranes;
  }
}

}  // namespace
}  // namespace morula::membrane::test
