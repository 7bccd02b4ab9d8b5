// Newick trees of individuals that continue to live after giving birth to others.
#include "io/newick.h"

#include <gtest/gtest.h>

namespace morula::io {
namespace {

using Trees = std::vector<std::string>;

TEST(Newick, HasATreeForEachFounder) {
  EXPECT_EQ(newick_trees({{1, 0, 0, 96, "1_stem"}, {2, 0, 5, 9, "2_stem"}}),
            (Trees{"1_stem:96;", "2_stem:4;"}));
  EXPECT_EQ(newick_trees({}), Trees{});
}

TEST(Newick, BranchesWhereSomeoneIsBorn) {
  const std::vector<Descent> cells = {
      {1, 0, 0, 96, "a"}, {2, 1, 31, 96, "b"}, {3, 1, 56, 96, "c"}, {4, 2, 40, 60, "d"}};
  EXPECT_EQ(newick_trees(cells), (Trees{"((a:40,c:40):25,(b:56,d:20):9):31;"}));
}

TEST(Newick, QuotesLabelsThatWouldBeSeveralWords) {
  EXPECT_EQ(newick_label("7_stem-cell"), "7_stem-cell");
  EXPECT_EQ(newick_label("7_Crohn's (old)"), "'7_Crohn''s (old)'");
}

TEST(Newick, OfThousandsOfGenerationsNeedsNoDeepStack) {
  std::vector<Descent> chain = {{1, 0, 0, 200000, "x"}}, stem = chain;
  for (std::uint64_t i = 2; i <= 100000; ++i) {
    chain.push_back({i, i - 1, i, 200000, "x"});
    stem.push_back({i, 1, i, 200000, "x"});
  }
  for (const auto* cells : {&chain, &stem}) {
    const Trees trees = newick_trees(*cells);
    ASSERT_EQ(trees.size(), 1u);
    EXPECT_EQ(std::count(trees[0].begin(), trees[0].end(), '('), 99999);
    EXPECT_EQ(std::count(trees[0].begin(), trees[0].end(), ')'), 99999);
    EXPECT_EQ(std::count(trees[0].begin(), trees[0].end(), 'x'), 100000);
  }
}

}  // namespace
}  // namespace morula::io
