#include "analysis/fit/fit_doubts.h"

#include <gtest/gtest.h>

namespace morula::test {
namespace {

FitReport of_means(double slow, double fast) {
  FitReport report;
  report.written = {{"still", 0.2, {}, {}, {}},
                    {"slow", 0.5, TimeLaw{Law::Normal, 60, 10}, {}, {}},
                    {"fast", 0.3, TimeLaw{Law::LogNormal, 30, 5}, {}, {}}};
  report.types = report.written;
  report.types[1].division->mean = slow;
  report.types[2].division->mean = fast;
  return report;
}

TEST(Doubts, TypesThatHaveChangedPlacesAreTold) {
  EXPECT_TRUE(doubts(of_means(55, 28)).empty());
  const std::vector<std::string> swapped = doubts(of_means(31, 47.5));
  ASSERT_EQ(swapped.size(), 1u);
  EXPECT_EQ(
      swapped.front(),
      "slow divides faster than fast (means 31 and 47.5), unlike in the model file: their names may have "
      "changed places; keep them apart with ranges below 'fit'");
}

FitReport expecting(const std::vector<double>& cells) {
  FitReport report;
  report.score.target = {100, 400, 500};
  report.score.expected = cells;
  return report;
}

TEST(Doubts, ModelsThatExpectTheSameAreTold) {
  const FitReport fitted = expecting({1000, 4000, 5000});
  EXPECT_EQ(
      doubt_between("a.yaml", fitted, "b.yaml", expecting({203, 805, 998})),
      "a.yaml and b.yaml expect the same histogram to within the chance of 1000 cells: this target cannot "
      "tell them apart, whatever the AIC");
  EXPECT_EQ(doubt_between("a.yaml", fitted, "b.yaml", expecting({300, 700, 1000})), "");
}

}  // namespace
}  // namespace morula::test
