#include "models/membrane/observe/trace.h"

#include <gtest/gtest.h>

#include "tests/membrane/systems.h"

namespace morula::membrane::test {
namespace {

const System small = read("def main() { @mu = [+[]'2 -[]'3]'1; @ms(1) = a*2, b{1}; [a --> c]'1; }").system;

Configuration configuration() {
  Configuration made = initial_configuration(small);
  made.environment = {{2, 5}};
  return made;
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

}  // namespace
}  // namespace morula::membrane::test
