// Runs that end at a time in the unit of their rates, and series with a column for this time.
#include "tests/program/workplace.h"

namespace morula::test {
namespace {

class TimeOfRates : public testing::Test {
 protected:
  void SetUp() override {
    place_.write("fast.yaml",
                 "model: interaction\nlattice: {size: [16, 16]}\ninitial: {fractions: equal}\n"
                 "interaction:\n  species: [red, blue, yellow]\n  preys: cyclic\n  normalise: true\n"
                 "  rates: {mobility: 3, reproduction: 1, predation: 1.25}\n  until: {time: 10.1}\n"
                 "output: {series: {every: 50}}\n");
  }
  Finished run(const Words& extra) const {
    return place_.morula(Words{"run", "fast.yaml", "--out", "out", "--backend", "cpu"} + extra);
  }
  Workplace place_;
};

// 10.1 · 5.25 is 53.025 generations.
TEST_F(TimeOfRates, EndsWithTheGenerationThatReachesIt) {
  const Finished done = run({});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_TRUE(done.out.starts_with("done: step 54, time 10.2857, in ")) << done.out;
  EXPECT_EQ(step_of(place_ / "out"), 54u);
  const std::string series = contents(place_ / "out/series.csv");
  EXPECT_TRUE(series.starts_with("step,time,empty,red,blue,yellow\n0,0,")) << series;
  EXPECT_NE(series.find("\n50,9.523809523809524,"), std::string::npos) << series;
  EXPECT_NE(series.find("\n54,10.285714285714286,"), std::string::npos) << series;
}

TEST_F(TimeOfRates, OrWithItsStepsWhereTheyComeFirst) {
  EXPECT_EQ(run({"--steps", "7"}).code, 0);
  EXPECT_EQ(step_of(place_ / "out"), 7u);
  EXPECT_EQ(place_.morula({"resume", "out", "--steps", "1000", "--quiet"}).code, 0);
  EXPECT_EQ(step_of(place_ / "out"), 54u);
}

TEST_F(TimeOfRates, IsForRatesThatAreNormalised) {
  const Finished refused = run({"--set", "interaction.normalise=false", "--set",
                                "interaction.rates={mobility: 0.5, reproduction: 0.25, predation: 0.25}"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err,
            "fast.yaml:9:17: interaction.until.time: is in the unit of rates that are normalised; say "
            "normalise: true, or take 'steps', which are generations\n");
}

}  // namespace
}  // namespace morula::test
