// Expected numbers of cells, compared with closed forms and with lineages that are followed one by one.
#include "models/proliferation/expectation/expected_cells.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "core/mix.h"

namespace morula {
namespace {

CellType dividing(TimeLaw division, std::optional<TimeLaw> death = {}) {
  return {"cells", 1, division, death};
}

double poisson(double mean, unsigned k) {
  return std::exp(-mean + k * std::log(mean) - std::lgamma(k + 1.0));
}

template <typename Right>
void expect_near(const std::vector<double>& expected, Right right, double relative) {
  for (unsigned k = 0; k < expected.size(); ++k)
    EXPECT_NEAR(expected[k], right(k), relative * right(k) + 1e-12) << "generation " << k;
}

TEST(Expectation, OfExponentialTimesIsPoisson) {
  const CellType type = dividing({Law::Exponential, 50, 50});
  const auto right = [](unsigned k) { return std::ldexp(poisson(4.8, k), static_cast<int>(k)); };
  expect_near(expected_cells(type, CycleStart::Synchronous, 240), right, 1e-8);
  const std::vector<double> quick = expected_cells(type, CycleStart::Synchronous, 240, {20, 512});
  expect_near(quick, right, 1e-6);
}

TEST(Expectation, OfErlangTimesIsPoissonOfTheirStages) {
  const CellType type = dividing({Law::Erlang, 50, 25});  // four stages of rate 0.08
  const auto right = [](unsigned k) {
    double sum = 0;
    for (unsigned stage = 4 * k; stage < 4 * k + 4; ++stage) sum += poisson(240 * 0.08, stage);
    return std::ldexp(sum, static_cast<int>(k));
  };
  expect_near(expected_cells(type, CycleStart::Synchronous, 240), right, 1e-8);
  expect_near(expected_cells(type, CycleStart::Synchronous, 240, {20, 512}), right, 3e-6);
}

// The mean is so far from 0 that the condition to be positive has no effect, and sums are normal.
TEST(Expectation, OfNormalTimesIsNormal) {
  for (const double sd : {4.0, 1.0, 0.02}) {
    const CellType type = dividing({Law::Normal, 46.1, sd});
    const auto by = [&](unsigned k) {
      return k == 0 ? 1 : 0.5 * std::erfc(-(240 - 46.1 * k) / (sd * std::sqrt(2.0 * k)));
    };
    const auto right = [&](unsigned k) { return std::ldexp(by(k) - by(k + 1), static_cast<int>(k)); };
    expect_near(expected_cells(type, CycleStart::Synchronous, 240), right, 1e-6);
    expect_near(expected_cells(type, CycleStart::Synchronous, 240, {63, 512}), right, 5e-5);
  }
}

// A birth-death process: e^((birth − death) · t) cells in total.
TEST(Expectation, KnowsDeathAtARate) {
  const CellType type = dividing({Law::Exponential, 50, 50}, TimeLaw{Law::Exponential, 80, 80});
  const auto right = [](unsigned k) {
    return std::ldexp(poisson(4.8, k) * std::exp(-3.0), static_cast<int>(k));
  };
  const std::vector<double> expected = expected_cells(type, CycleStart::Synchronous, 240);
  expect_near(expected, right, 1e-8);
  EXPECT_NEAR(std::accumulate(expected.begin(), expected.end(), 0.0), std::exp(1.8), 1e-8);
}

// As many deaths as births: few lineages reach deep generations, but these have many cells.
TEST(Expectation, KeepsDeepGenerationsOfRareLineages) {
  const CellType type = dividing({Law::Exponential, 1, 1}, TimeLaw{Law::Exponential, 1, 1});
  const auto right = [](unsigned k) {
    return std::ldexp(poisson(20, k) * std::exp(-20.0), static_cast<int>(k));
  };
  const std::vector<double> expected = expected_cells(type, CycleStart::Synchronous, 20);
  expect_near(expected, right, 1e-5);
  EXPECT_GT(expected[40], 0.06);
}

// Divisions and deaths at the same rate. A lineage passes through the events of a Poisson process at twice
// the rate, and each event is a division with probability 1/2.
TEST(Expectation, CountsAllThatWereBorn) {
  const CellType type = dividing({Law::Exponential, 1, 1}, TimeLaw{Law::Exponential, 1, 1});
  const std::vector<double> births = expected_births(type, CycleStart::Synchronous, 20);
  double later = 1;  // P(at least k events of either kind)
  for (unsigned k = 0; k < births.size(); ++k) {
    EXPECT_NEAR(births[k], later, 1e-5 * later + 1e-9) << "generation " << k;
    later -= poisson(40, k);
  }
  EXPECT_EQ(expected_births({"q", 1, {}, {}}, CycleStart::Aged, 240, {2, 512}),
            (std::vector<double>{1, 0, 0}));
}

TEST(Expectation, LeavesQuiescentCellsAlone) {
  const std::vector<double> expected = expected_cells({"q", 1, {}, {}}, CycleStart::Aged, 240, {5, 512});
  EXPECT_EQ(expected, (std::vector<double>{1, 0, 0, 0, 0, 0}));
  const CellType mortal{"q", 1, {}, TimeLaw{Law::Exponential, 240, 240}};
  EXPECT_NEAR(expected_cells(mortal, CycleStart::Synchronous, 240)[0], std::exp(-1.0), 1e-15);
}

// Division times are nearly constant, so only the uniform start is random.
TEST(Expectation, StartsCyclesAsItIsTold) {
  const CellType type = dividing({Law::Normal, 10, 0.001});
  const std::vector<double> synchronous = expected_cells(type, CycleStart::Synchronous, 46);
  EXPECT_NEAR(synchronous[4], 16, 1e-9);
  const std::vector<double> aged = expected_cells(type, CycleStart::Aged, 46);
  EXPECT_NEAR(aged[5], 0.6 * 32, 1e-3);
  EXPECT_NEAR(aged[4], 0.4 * 16, 1e-3);
  const std::vector<double> asynchronous = expected_cells(type, CycleStart::Asynchronous, 46);
  EXPECT_NEAR(asynchronous[4], 0.6 * 16, 1e-3);
  EXPECT_NEAR(asynchronous[3], 0.4 * 8, 1e-3);
}

// Follows one line of descent: returns the number of divisions by `until`, or -1 if the cell dies before.
int follow(const CellType& type, CycleStart start, double until, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(1e-12, 1 - 1e-12);
  const auto draw = [&](const TimeLaw& law) { return quantile(law, uniform(random)); };
  double birth = 0, division = draw(*type.division);
  if (start == CycleStart::Asynchronous) division += draw(*type.division) * uniform(random);
  if (start == CycleStart::Aged) division *= uniform(random);
  for (int divisions = 0;; ++divisions) {
    const double death = type.death ? birth + draw(*type.death) : std::numeric_limits<double>::infinity();
    if (std::min(death, division) > until) return divisions;
    if (death < division) return -1;
    birth = division;
    division += draw(*type.division);
  }
}

TEST(Expectation, AgreesWithLineagesFollowedOneByOne) {
  const int lineages = 8'000;
  std::mt19937_64 random(1);
  for (const TimeLaw& law : std::vector<TimeLaw>{{Law::Normal, 46.1, 28.9},
                                                 {Law::LogNormal, 40, 30},
                                                 {Law::Gamma, 40, 60},
                                                 {Law::Erlang, 40, 20},
                                                 {Law::Exponential, 60, 60}})
    for (const CycleStart start : {CycleStart::Asynchronous, CycleStart::Synchronous, CycleStart::Aged})
      for (const bool dies : {false, true}) {
        CellType type = dividing(law);
        if (dies) type.death = TimeLaw{Law::Gamma, 100, 50};
        std::vector<int> counts(64, 0);
        for (int i = 0; i < lineages; ++i)
          if (const int k = follow(type, start, 240, random); k >= 0) ++counts[static_cast<std::size_t>(k)];
        const std::vector<double> expected = expected_cells(type, start, 240, {63, 512});
        for (unsigned k = 0; k < 64; ++k) {
          const double mean = lineages * std::ldexp(expected[k], -static_cast<int>(k));
          EXPECT_NEAR(counts[k], mean, 5 * std::sqrt(mean) + 3)
              << "law " << static_cast<int>(law.law) << " start " << static_cast<int>(start) << " k " << k;
        }
      }
}

// Laws that no grid resolves. The computation must still end, and soon.
TEST(Expectation, EndsForLawsThatAreNearlyNothing) {
  for (const TimeLaw& law : std::vector<TimeLaw>{{Law::LogNormal, 1, 100},
                                                 {Law::Gamma, 1, 100},
                                                 {Law::Normal, 0, 5},
                                                 {Law::Normal, 1e9, 1},
                                                 {Law::Normal, 500, 1e-7}})
    for (const CycleStart start : {CycleStart::Asynchronous, CycleStart::Synchronous, CycleStart::Aged})
      for (const double cells : expected_cells(dividing(law), start, 240, {20, 256})) {
        EXPECT_TRUE(std::isfinite(cells));
        EXPECT_GE(cells, 0);
      }
  EXPECT_EQ(expected_cells(dividing({Law::Normal, 1e9, 1}), CycleStart::Synchronous, 240)[0], 1);
}

// The results are known to the last bit, so that a machine with different rounding is detected.
TEST(Expectation, HasTheseBits) {
  u64 sum = 0;
  for (const Law law : {Law::Normal, Law::LogNormal, Law::Gamma, Law::Erlang, Law::Exponential})
    for (const CycleStart start : {CycleStart::Asynchronous, CycleStart::Synchronous, CycleStart::Aged}) {
      const CellType type = dividing({law, 46.1, 28.9}, TimeLaw{Law::Exponential, 500, 500});
      for (const double cells : expected_cells(type, start, 240, {20, 512}))
        sum = mix64(sum + std::bit_cast<u64>(cells));
    }
  EXPECT_EQ(sum, 7971425174969066332u);
}

TEST(Expectation, IsTheSameOnFinerGrids) {
  for (const TimeLaw& law : std::vector<TimeLaw>{{Law::Normal, 46.1, 28.9},
                                                 {Law::LogNormal, 40, 30},
                                                 {Law::Gamma, 46.1, 28.9},
                                                 {Law::Gamma, 40, 60}})
    for (const CycleStart start : {CycleStart::Asynchronous, CycleStart::Synchronous, CycleStart::Aged}) {
      const std::vector<double> quick = expected_cells(dividing(law), start, 240, {12, 512});
      const std::vector<double> fine = expected_cells(dividing(law), start, 240, {12, 2048});
      const double good_to = law.sd > law.mean ? 1e-3 : 1e-5;  // densities that are infinite at 0 are hard
      expect_near(
          quick, [&](unsigned k) { return fine[k]; }, good_to);
    }
}

}  // namespace
}  // namespace morula
