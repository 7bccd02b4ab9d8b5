#include "models/proliferation/observe/score.h"

#include <gtest/gtest.h>

#include <cmath>

namespace morula::test {
namespace {

using Weights = std::vector<double>;

TEST(Score, EdgesAreLogarithmicallySpaced) {
  const std::vector<double> edges = edges_of({100, 10, 10000});
  ASSERT_EQ(edges.size(), 100u);
  EXPECT_EQ(edges.front(), 10);
  EXPECT_EQ(edges.back(), 10000);
  for (std::size_t j = 0; j < edges.size(); ++j)
    EXPECT_NEAR(edges[j] / std::pow(10, 1 + 3 * static_cast<double>(j) / 99), 1, 4e-15);
  EXPECT_EQ(edges_of({2, 0.5, 8}), (Weights{0.5, 8}));
  EXPECT_EQ(edges[33], 100);  // cytometers have a channel here
  EXPECT_EQ(edges[66], 1000);
  EXPECT_EQ(edges_of({5, 0.01, 100}), (Weights{0.01, 0.1, 1, 10, 100}));
}

TEST(Score, ABinHoldsWhatIsNotAboveItsEdge) {
  const Weights edges = {1, 10, 100};
  const Weights fluorescences = {100, 1, 0.5, -7, 1.5, 10, 10.5, 1e9},
                weights = {1, 2, 4, 8, 16, 32, 64, 128};
  EXPECT_EQ(rebin(fluorescences, weights, edges), (Weights{2 + 4 + 8, 16 + 32, 1 + 64 + 128}));
  EXPECT_EQ(rebin(Histogram{{-7, 3}, {1, 5}, {2, 7}}, edges), (Weights{8, 7, 0}));
}

// The rule of ProCell, written from its description: walk up the edges and never back.
TEST(Score, SortedHistogramsGatherAsInProcell) {
  const std::vector<double> edges = edges_of({50, 10, 10000});
  Histogram histogram;
  for (std::uint64_t i = 0; i < 900; ++i)
    histogram.push_back({9.5 + 11.1 * static_cast<double>(i), 1 + i % 7});
  Weights walked(edges.size());
  std::size_t at = 0;
  for (const Bin& bin : histogram) {
    while (bin.fluorescence > edges[at]) ++at;
    walked[at] += static_cast<double>(bin.count);
  }
  EXPECT_EQ(rebin(histogram, edges), walked);
}

TEST(Score, HellingerDistances) {
  EXPECT_EQ(hellinger_distance(Weights{1, 2, 3}, Weights{1, 2, 3}), 0);
  EXPECT_NEAR(hellinger_distance(Weights{10, 20, 30}, Weights{1, 2, 3}), 0, 1e-16) << "totals do not matter";
  EXPECT_EQ(hellinger_distance(Weights{1, 0}, Weights{0, 7}), 1);
  // p = (1/2, 1/2), q = (1, 0): 1 − √½.
  EXPECT_NEAR(hellinger_distance(Weights{3, 3}, Weights{5, 0}), std::sqrt(1 - std::sqrt(0.5)), 1e-15);
}

TEST(Score, WithoutCellsNothingIsAlikeButNothing) {
  EXPECT_EQ(hellinger_distance(Weights{0, 0}, Weights{1, 2}), 1);
  EXPECT_EQ(hellinger_distance(Weights{1, 2}, Weights{0, 0}), 1);
  EXPECT_EQ(hellinger_distance(Weights{0, 0}, Weights{0, 0}), 0);
}

// norm(√simulated − √target) / √2, with the simulated counts scaled to the target's total, term by term.
TEST(Score, ProcellsDistanceIsOfCounts) {
  const Weights simulated = {10, 40, 50, 0}, target = {7, 9, 3, 1};
  double sum = 0;
  for (std::size_t j = 0; j < target.size(); ++j) {
    const double difference = std::sqrt(simulated[j] * 20 / 100) - std::sqrt(target[j]);
    sum += difference * difference;
  }
  EXPECT_NEAR(procell_distance(simulated, target), std::sqrt(sum) / std::sqrt(2.0), 1e-14);
}

}  // namespace
}  // namespace morula::test
