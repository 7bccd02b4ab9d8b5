// Fits find the parameters of simulated data, give correct intervals, and do not depend on the processor.
#include "analysis/fit/fit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <numeric>

#include "analysis/fit/fit_doubts.h"
#include "analysis/fit/objectives.h"
#include "core/stream.h"
#include "models/proliferation/expectation/expected_population.h"
#include "models/proliferation/read/histogram_file.h"
#include "tests/proliferation/measured.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

Backend on_threads(unsigned threads) {
  return {BackendKind::Cpu, std::make_shared<ThreadPool>(threads), nullptr};
}

// A bell-shaped histogram of fluorescence, and enough time for several divisions: the sd of a type that
// divides only two or three times could not be determined from any sample.
ProliferationSpec bell(std::uint64_t cells) {
  ProliferationSpec spec;
  for (int i = 0; i < 24; ++i) {
    const double z = (i - 12) / 4.0;
    const auto count = static_cast<std::uint64_t>(static_cast<double>(cells) / 10 * std::exp(-z * z / 2));
    spec.population.push_back({1000 * std::pow(1.07, i - 12), count});
  }
  spec.until = 160;
  spec.minimum = 0.5;
  spec.types = {{"still", 0.2, {}, {}, {}},
                {"slow", 0.5, TimeLaw{Law::Normal, 40, 10}, {}, {}},
                {"fast", 0.3, TimeLaw{Law::Normal, 22, 5}, {}, {}}};
  return spec;
}

// A cytometer measures only some of the cells, most likely each from another tree.
Target measured_of(const ProliferationSpec& spec, std::uint64_t seed, std::size_t sample,
                   unsigned bins_of_score = 60) {
  const ScoreBins bins{bins_of_score, 0.1, 10000};
  SimulatedCells simulated(spec, bins, stream(seed, Purpose::Division), on_threads(2));
  std::vector<double> up_to = simulated({spec.types}).front();
  std::partial_sum(up_to.begin(), up_to.end(), up_to.begin());
  Target target{{}, bins};
  for (const double edge : edges_of(bins)) target.histogram.push_back({edge, 0});
  const u32x2 key = stream(seed, Purpose::Resampling);
  for (std::size_t i = 0; i < sample; ++i) {
    const double cell = (draw(key, i, 0, 0).x + 0.5) / 4294967296.0 * up_to.back();
    const auto bin = std::ranges::upper_bound(up_to, cell) - up_to.begin();
    ++target.histogram[static_cast<std::size_t>(bin)].count;
  }
  return target;
}

struct Recovery {
  std::string name;
  std::size_t sample;
  unsigned bins;
  unsigned trials, of_all;  // in ./test, and in ./test --full
};
void PrintTo(const Recovery& recovery, std::ostream* out) { *out << recovery.name; }

class Recovered : public testing::TestWithParam<Recovery> {};

TEST_P(Recovered, NumbersLieWithinTheirIntervals) {
  const auto& [name, sample, bins, usual_trials, all_trials] = GetParam();
  const bool full = std::getenv("MORULA_FULL") != nullptr;
  const unsigned trials = full ? all_trials : usual_trials;
  ProliferationSpec spec = bell(full ? 300'000 : 30'000);
  const std::vector<double> truth = {0.2, 0.5, 0.3, 40, 10, 22, 5};
  unsigned within = 0;
  for (std::uint64_t seed = 1; seed <= trials; ++seed) {
    spec.target = measured_of(spec, seed, sample, bins);
    const FitReport report = fit_model(spec, {Method::Expectation, {30, 40}, 1, full ? 100u : 40u, seed},
                                       std::nullopt, on_threads(2));
    ASSERT_EQ(report.parameters.size(), truth.size());
    for (std::size_t i = 0; i < truth.size(); ++i) {
      const FittedParameter& parameter = report.parameters[i];
      EXPECT_LT(parameter.interval->low, parameter.interval->high) << parameter.name;
      within += truth[i] >= parameter.interval->low && truth[i] <= parameter.interval->high;
    }
  }
  const unsigned intervals = trials * static_cast<unsigned>(truth.size());
  if (full)
    std::cout << "[ measured ] " << name << ": " << within << " of " << intervals
              << " intervals hold the truth\n";
  // 95 % of the intervals should contain the true value; the parameters of a fit are correlated. Intervals of
  // half the width would contain it in 67 %.
  EXPECT_GE(within, full ? 0.91 * intervals : 0.85 * intervals) << "of " << intervals;
}

INSTANTIATE_TEST_SUITE_P(Fit, Recovered,
                         testing::Values(Recovery{"TenThousandCellsInTwentyBins", 10'000, 20, 3, 60},
                                         Recovery{"TwoThousandCellsInSixtyBins", 2000, 60, 3, 60}),
                         [](const auto& of) { return of.param.name; });

TEST(Fit, FindsWhatWasPutIn) {
  ProliferationSpec spec = bell(30'000);
  const std::vector<double> truth = {0.2, 0.5, 0.3, 40, 10, 22, 5};
  spec.target = measured_of(spec, 1, 10'000);
  const FitReport report =
      fit_model(spec, {Method::Expectation, {30, 40}, 1, 30, 1}, std::nullopt, on_threads(2));
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const FittedParameter& parameter = report.parameters[i];
    EXPECT_LE(parameter.interval->low, parameter.value) << parameter.name;
    EXPECT_GE(parameter.interval->high, parameter.value) << parameter.name;
    EXPECT_NEAR(parameter.value, truth[i], 0.2 * truth[i]) << parameter.name;
  }
}

TEST(Fit, BySimulationIsTheSameOnEveryProcessor) {
  ProliferationSpec spec = bell(600);
  spec.target = measured_of(spec, 1, 2000);
  const FitChoice choice{Method::Simulate, {6, 4}, 2, 3, 7};
  const FitReport first = fit_model(spec, choice, std::nullopt, on_threads(1));
  EXPECT_EQ(first.evaluations, 48u);
  for (const NamedBackend& processor : available_backends()) {
    const FitReport report = fit_model(spec, choice, std::nullopt, processor.backend);
    EXPECT_EQ(report.score.simulated->distance, first.score.simulated->distance) << processor.name;
    EXPECT_EQ(report.akaike, first.akaike) << processor.name;
    for (std::size_t i = 0; i < first.parameters.size(); ++i) {
      EXPECT_EQ(report.parameters[i].value, first.parameters[i].value) << processor.name;
      EXPECT_EQ(report.parameters[i].interval->low, first.parameters[i].interval->low) << processor.name;
      EXPECT_EQ(report.parameters[i].over_repeats.deviation, first.parameters[i].over_repeats.deviation);
    }
    for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(report.repeats[i].curve, first.repeats[i].curve);
  }
}

TEST(Fit, BySimulationComesNearTheSameNumbers) {
  ProliferationSpec spec = bell(3000);
  spec.types = {{"still", 0.3, {}, {}, {}}, {"fast", 0.7, TimeLaw{Law::Normal, 30, 6}, {}, {}}};
  spec.target = measured_of(spec, 1, 10'000);
  const std::vector<double> truth = {0.3, 0.7, 30, 6};
  const FitReport report =
      fit_model(spec, {Method::Simulate, {20, 25}, 1, 0, 1}, std::nullopt, on_threads(2));
  for (std::size_t i = 0; i < truth.size(); ++i)
    EXPECT_NEAR(report.parameters[i].value, truth[i], 0.15 * truth[i]) << report.parameters[i].name;
}

// Types that die out leave no cells, which must not make them the most likely.
TEST(Fit, NoCellsAtAllAreNoAnswer) {
  ProliferationSpec spec = bell(600);
  spec.types = {{"brief", 0.5, TimeLaw{Law::Normal, 40, 10}, TimeLaw{Law::Normal, 30, 8}, {}},
                {"fast", 0.5, TimeLaw{Law::Normal, 22, 5}, TimeLaw{Law::Normal, 35, 5}, {}}};
  spec.target = Target{{{30, 5}, {60, 9}, {125, 3}}, {60, 0.1, 10000}};
  const FitReport report =
      fit_model(spec, {Method::Expectation, {10, 8}, 1, 0, 1}, std::nullopt, on_threads(2));
  EXPECT_LT(report.score.expected_distance, 0.9);
  EXPECT_GT(report.score.expected_cells, 0);
  EXPECT_TRUE(std::isfinite(report.akaike));
}

FitReport report_of(double distance, const FittedParameter& parameter) {
  FitReport report;
  report.score.expected_distance = distance;
  report.parameters = {parameter};
  return report;
}

TEST(FitDoubts, AreSaid) {
  EXPECT_TRUE(doubts(report_of(0.05, {"a.mean", 3, Interval{2, 4}, {}, false})).empty());
  EXPECT_TRUE(doubts(report_of(0.05, {"a.mean", 3, {}, {}, false})).empty());
  const auto only = [](const FitReport& report) {
    const std::vector<std::string> found = doubts(report);
    return found.size() == 1 ? found.front() : std::to_string(found.size()) + " doubts";
  };
  EXPECT_TRUE(only(report_of(0.95, {"a.mean", 3, Interval{2, 4}, {}, false})).starts_with("no candidate"));
  EXPECT_TRUE(only(report_of(0.1, {"a.mean", 5, Interval{2, 4}, {}, false}))
                  .starts_with("a.mean: outside its own interval"));
  EXPECT_TRUE(only(report_of(0.1, {"a.mean", 3, {}, {}, true})).starts_with("a.mean: at a limit"));
  EXPECT_TRUE(only(report_of(0.1, {"a.mean", 3, Interval{3, 3}, {}, false})).starts_with("a.mean: every"));
}

// If no cell fades below the minimum, the fastest candidates would have 10^11 cells.
TEST(Fit, CandidatesTooLargeToSimulateHaveTheirMeans) {
  ProliferationSpec spec = bell(600);
  spec.minimum = 0;
  spec.types.resize(2);
  const ScoreBins bins{40, 1, 10000};
  std::vector<CellType> large = spec.types;
  large[1].division = TimeLaw{Law::Normal, 3, 1};
  SimulatedCells simulated(spec, bins, stream(1, Purpose::Division), on_threads(1));
  const ExpectedCells expected(spec, bins, on_threads(1).threads);
  const auto cells = simulated({large, spec.types});
  EXPECT_EQ(cells[0], expected({large}).front());
  EXPECT_NE(cells[1], expected({spec.types}).front());
  for (const double count : cells[1]) EXPECT_EQ(count, std::floor(count));
  EXPECT_TRUE(simulated.are_too_many(large));
  EXPECT_FALSE(simulated.are_too_many(spec.types));
  // A simulation would go through all cells, although none is left at the end.
  std::vector<CellType> dying = large;
  dying[1].death = TimeLaw{Law::Normal, 60, 1};
  dying[1].division = TimeLaw{Law::Normal, 2, 0.1};
  EXPECT_TRUE(simulated.are_too_many(dying));
}

TEST(Fit, PrefersTheModelThatTheCellsCameFrom) {
  ProliferationSpec spec = bell(30'000);
  spec.target = measured_of(spec, 5, 10'000);
  const auto akaike_of = [&](const std::vector<CellType>& types) {
    ProliferationSpec candidate = spec;
    candidate.types = types;
    return fit_model(candidate, {Method::Expectation, {20, 30}, 1, 0, 1}, std::nullopt, on_threads(2)).akaike;
  };
  const double right = akaike_of(spec.types);
  EXPECT_LT(right + 50, akaike_of({spec.types[0], spec.types[1]})) << "a type too few";
  std::vector<CellType> more = spec.types;
  more.push_back({"idle", 0, {}, {}, {}});
  EXPECT_NEAR(right, akaike_of(more) - 2, 0.5) << "one that says nothing costs its number";
}

// Bone marrow, 240 h: ProCell's own fit has 0.053.
TEST(Fit, OfMeasuredCellsIsAsGoodAsProCells) {
  const auto before = measured_file("AML9_Exp3_t10d_UT1_BM_GFPpos.txt");
  const auto after = measured_file("AML9_Exp3_t10d_DOX3_BM_GFPpos.txt");
  if (!before || !after) GTEST_SKIP() << no_measured_data;
  ProliferationSpec spec = bell(1);
  spec.population = read_histogram_file(*before, std::nullopt);
  spec.until = 240;
  spec.minimum = 11;
  spec.target = Target{read_histogram_file(*after, std::nullopt), {100, 10, 10000}};
  const FitReport report =
      fit_model(spec, {Method::Expectation, {30, 30}, 1, 0, 1}, std::nullopt, on_threads(2));
  EXPECT_LE(report.score.expected_distance, 0.053);
  EXPECT_LE(report.score.simulated->distance, 0.055) << "with the noise of one simulation";
}

}  // namespace
}  // namespace morula::test
