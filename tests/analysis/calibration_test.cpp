#include "analysis/fit/calibration.h"

#include <gtest/gtest.h>

#include <numeric>

namespace morula::test {
namespace {

using Names = std::vector<std::string>;

ProliferationSpec to_calibrate() {
  ProliferationSpec spec;
  spec.population = {{100, 10}};
  spec.until = 100;
  spec.types = {{"still", 0.2, {}, {}, {}},
                {"slow", 0.3, TimeLaw{Law::Normal, 40, 25}, {}, {}},
                {"fast", 0.5, TimeLaw{Law::Normal, 22, 6}, {}, {}}};
  return spec;
}

TEST(BrokenStick, IsWholeAgain) {
  const std::vector<FitRange> any(4, {0, 1});
  const double halves[] = {0.5, 0.5, 0.5};
  EXPECT_EQ(broken_stick(1, any, halves), (std::vector<double>{0.5, 0.25, 0.125, 0.125}));
  const double ends[] = {0, 1, 0.5};
  EXPECT_EQ(broken_stick(1, any, ends), (std::vector<double>{0, 1, 0, 0}));
}

TEST(BrokenStick, KeepsEveryPieceInItsRange) {
  const std::vector<FitRange> ranges = {{0.1, 0.6}, {0, 0.3}, {0.05, 0.2}, {0.2, 0.9}};
  for (int i = 0; i < 1000; ++i) {
    const double at[] = {(i % 10) / 9.0, (i / 10 % 10) / 9.0, (i / 100) / 9.0};
    const std::vector<double> pieces = broken_stick(1, ranges, at);
    EXPECT_NEAR(std::accumulate(pieces.begin(), pieces.end(), 0.0), 1, 1e-12);
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      EXPECT_GE(pieces[p], ranges[p].low - 1e-12);
      EXPECT_LE(pieces[p], ranges[p].high + 1e-12);
    }
  }
}

TEST(Calibration, OfThreeTypesHasSixNumbers) {
  const Calibration calibration(to_calibrate());
  EXPECT_EQ(calibration.free_parameters(), 6u) << "the last proportion is what is left";
  EXPECT_EQ(calibration.names(), (Names{"still.proportion", "slow.proportion", "fast.proportion", "slow.mean",
                                        "slow.sd", "fast.mean", "fast.sd"}));
  const auto low = calibration.types_at({0, 0, 0, 0, 0, 0}), high = calibration.types_at({1, 1, 1, 1, 1, 1});
  EXPECT_EQ(low[1].division->mean, 5);
  EXPECT_NEAR(low[1].division->sd, 0.05, 1e-12);
  EXPECT_NEAR(high[2].division->mean, 200, 1e-9);
  EXPECT_NEAR(high[2].division->sd, 200, 1e-9);
  EXPECT_EQ(low[2].proportion, 1);
  EXPECT_EQ(high[0].proportion, 1);
  EXPECT_NEAR(calibration.types_at({0, 0, 0.5, 0, 0, 0})[1].division->mean, 31.6227766, 1e-6)
      << "times are spread by their logarithms";
}

TEST(Calibration, OfDeathsIsWhereTheModelFileAsksForIt) {
  ProliferationSpec spec = to_calibrate();
  spec.types[0].death = TimeLaw{Law::Exponential, 50, 50};
  spec.types[2].death = TimeLaw{Law::Gamma, 80, 20};
  EXPECT_EQ(Calibration(spec).free_parameters(), 6u);
  spec.types[0].fit.death_mean = FitRange{10, 1000};
  spec.types[2].fit.death_mean = FitRange{20, 200};
  const Calibration calibration(spec);
  EXPECT_EQ(calibration.free_parameters(), 8u);
  EXPECT_EQ(calibration.names()[7], "still.death_mean");
  EXPECT_EQ(calibration.names()[8], "fast.death_mean");
  const auto types = calibration.types_at({0, 0, 0, 0, 0, 0, 0.5, 1});
  EXPECT_NEAR(types[0].death->mean, 100, 1e-9);
  EXPECT_EQ(types[0].death->sd, types[0].death->mean);
  EXPECT_NEAR(types[2].death->mean, 200, 1e-9);
  EXPECT_EQ(types[2].death->sd, 20);
  EXPECT_EQ(calibration.parameters(types)[8], types[2].death->mean);
  EXPECT_TRUE(calibration.at_bounds(types)[8]);
  EXPECT_FALSE(calibration.at_bounds(types)[7]);
}

TEST(Calibration, KeepsToTheModelFilesRanges) {
  ProliferationSpec spec = to_calibrate();
  spec.types[0].fit.proportion = FitRange{0.1, 0.1};
  spec.types[1].fit = {{}, FitRange{30, 63}, FitRange{2, 20}};
  spec.types[2].division->law = Law::Exponential;
  const Calibration calibration(spec);
  EXPECT_EQ(calibration.names(),
            (Names{"slow.proportion", "fast.proportion", "slow.mean", "slow.sd", "fast.mean"}));
  EXPECT_EQ(calibration.free_parameters(), 4u);
  const auto types = calibration.types_at({1, 0, 1, 0.5});
  EXPECT_EQ(types[0].proportion, 0.1);
  EXPECT_NEAR(types[1].proportion, 0.9, 1e-12);
  EXPECT_EQ(types[1].division->mean, 30);
  EXPECT_NEAR(types[1].division->sd, 20, 1e-9);
  EXPECT_EQ(types[2].division->sd, types[2].division->mean);
}

TEST(Calibration, KnowsWhatIsAtItsBounds) {
  const Calibration calibration(to_calibrate());
  const std::vector<bool> none(7);
  EXPECT_EQ(calibration.at_bounds(calibration.types_at({0.3, 0.4, 0.5, 0.5, 0.5, 0.5})), none);
  const std::vector<bool> reached = {true, false, false, true, false, false, true};
  EXPECT_EQ(calibration.at_bounds(calibration.types_at({0, 0.4, 1, 0.5, 0.5, 0})), reached);
}

TEST(Calibration, HasNothingToFitWhereNothingDividesAndThereIsOne) {
  ProliferationSpec spec = to_calibrate();
  spec.types.resize(1);
  EXPECT_EQ(Calibration(spec).free_parameters(), 0u);
  EXPECT_EQ(Calibration(spec).types_at({})[0].proportion, 1);
}

TEST(Calibration, TypesThatDifferByNameAloneKeepTheirOrder) {
  ProliferationSpec spec = to_calibrate();
  std::vector<CellType> types = spec.types;
  types[1].division = TimeLaw{Law::Normal, 20, 5};
  types[2].division = TimeLaw{Law::Normal, 50, 9};
  const auto ordered = Calibration(spec).in_order(types);
  EXPECT_EQ(ordered[1].name, "slow");
  EXPECT_EQ(ordered[1].division->mean, 50);
  EXPECT_EQ(ordered[1].division->sd, 9);
  EXPECT_EQ(ordered[1].proportion, 0.5);
  EXPECT_EQ(ordered[2].division->mean, 20);
  EXPECT_EQ(ordered[0].proportion, 0.2);
  spec.types[1].fit.mean = FitRange{10, 100};
  EXPECT_EQ(Calibration(spec).in_order(types)[1].division->mean, 20) << "they differ by their ranges";
}

}  // namespace
}  // namespace morula::test
