// Problems solved by dividing membranes, compared with counts made by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "io/durable_file.h"
#include "models/membrane/membrane_engine.h"
#include "tests/membrane/systems.h"

namespace morula::membrane::test {
namespace {

std::string text_of(const std::string& name) {
  return io::read_file(std::filesystem::path(MORULA_SOURCE_DIR) / "examples" / (name + ".pli"));
}

// How many of an object the skin holds at the end.
u64 in_skin(const std::string& text, const std::string& object) {
  const auto plan = std::make_shared<Plan>(read(text).system);
  const auto engine = make_membrane_threads(plan, {}, std::make_shared<ThreadPool>(2));
  engine->step(1000);
  EXPECT_EQ(engine->step(1), 0u);
  const Configuration end = unpacked(engine->packed());
  for (const Term& term : end.membranes[0].contents)
    if (plan->system.objects[term.object] == object) return term.count;
  return 0;
}

TEST(MembraneFamilies, QueensHaveAsManySolutionsAsIsKnown) {
  for (const auto& [n, solutions] : {std::pair(4, 2), std::pair(5, 10), std::pair(6, 4)}) {
    std::string text = text_of("n-queens");
    text.replace(text.find("Queens(6)"), 9, "Queens(" + std::to_string(n) + ")");
    EXPECT_EQ(in_skin(text, "solution"), u64(solutions)) << n;
  }
}

TEST(MembraneFamilies, PathsAreThoseThatAreThere) {
  const auto edge = [](int a, int b) {
    return !(a == 1 && b == 3) && !(a == 2 && b == 4) && !(a == 3 && b == 5) && !(a == 4 && b == 2);
  };
  u64 expected = 0;
  std::vector<int> inner = {2, 3, 4};
  do
    expected +=
        edge(1, inner[0]) && edge(inner[0], inner[1]) && edge(inner[1], inner[2]) && edge(inner[2], 5);
  while (std::next_permutation(inner.begin(), inner.end()));
  EXPECT_GT(expected, 0u);
  EXPECT_EQ(in_skin(text_of("hamiltonian-path"), "path"), expected);
}

TEST(MembraneFamilies, KnapsacksThatFitAreCounted) {
  const int weights[] = {5, 4, 6, 3}, values[] = {8, 5, 7, 4};
  u64 expected = 0;
  for (unsigned packed = 0; packed < 16; ++packed) {
    int weight = 0, value = 0;
    for (unsigned i = 0; i < 4; ++i)
      if (packed >> i & 1u) {
        weight += weights[i];
        value += values[i];
      }
    expected += weight <= 10 && value >= 12;
  }
  EXPECT_GT(expected, 0u);
  EXPECT_EQ(in_skin(text_of("knapsack"), "packed"), expected);
}

}  // namespace
}  // namespace morula::membrane::test
