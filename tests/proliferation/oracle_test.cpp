// The simulation, compared with exact means and with ProCell.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

#include "models/proliferation/expectation/expected_population.h"
#include "models/proliferation/proliferation_engine.h"
#include "models/proliferation/read/histogram_file.h"
#include "tests/proliferation/cases.h"
#include "tests/proliferation/measured.h"

namespace morula::test {
namespace {

constexpr u64 seeds = 100;

std::vector<Variant> variants_of(const ProliferationSpec& spec, u64 number) {
  std::vector<Variant> variants;
  for (u64 seed = 0; seed < number; ++seed) variants.push_back(only_variant(spec, seed));
  return variants;
}

// Number of cells of a type and generation in each of the simulations.
std::vector<double> numbers_of(ProliferationEngine& engine, const BranchingProcess& process, u32 type,
                               u32 generation, u64 variants) {
  std::vector<double> numbers;
  for (u64 i = 0; i < variants; ++i) {
    const std::vector<u64> counts = engine.counts(i);
    u64 cells = 0;
    for (std::size_t bin = 0; bin < process.bins(); ++bin)
      cells += counts[(type * std::size_t{process.generations} + generation) * process.bins() + bin];
    numbers.push_back(static_cast<double>(cells));
  }
  return numbers;
}

// If no cell occurs, the standard error is computed from the expected number.
void expect_mean(const std::vector<double>& numbers, double expected, const std::string& what) {
  const auto n = static_cast<double>(numbers.size());
  double sum = 0, squares = 0;
  for (const double number : numbers) sum += number;
  for (const double number : numbers) squares += (number - sum / n) * (number - sum / n);
  const double error = std::max(std::sqrt(squares / (n - 1) / n), std::sqrt(expected / n));
  EXPECT_LE(std::abs(sum / n - expected), 4 * error + 1e-9) << what << ": " << sum / n << " for " << expected;
}

void expect_means(const ProliferationSpec& spec, const std::string& name) {
  const BranchingProcess process(spec);
  const auto engine =
      make_proliferation_lanes(process, variants_of(spec, seeds), std::make_shared<ThreadPool>(2));
  engine->simulate(0, process.cells());
  const auto means = expected_generations(spec, spec.until, 4096);
  for (u32 type = 0; type < process.types; ++type)
    for (u32 k = 0; k < process.generations; ++k)
      expect_mean(numbers_of(*engine, process, type, k, seeds),
                  static_cast<double>(process.cells()) * means[type][k],
                  name + ", " + spec.types[type].name + ", generation " + std::to_string(k));
}

// One bin that does not fade before generation 20.
ProliferationSpec bright(ProliferationSpec spec) {
  spec.population = {{1 << 22, 2000}};
  spec.minimum = 2;
  return spec;
}

class OfLaw : public testing::TestWithParam<Law> {};

TEST_P(OfLaw, EveryGenerationHasItsMean) {
  for (const CycleStart start : {CycleStart::Asynchronous, CycleStart::Synchronous, CycleStart::Aged}) {
    ProliferationSpec spec = bright(of_law(GetParam(), start));
    expect_means(spec, "start " + std::to_string(static_cast<int>(start)));
    spec.types[1].death = TimeLaw{GetParam(), 60, 60};
    spec.types[2].death = TimeLaw{Law::Exponential, 90, 90};
    spec.siblings = 0.25;
    expect_means(spec, "dying, start " + std::to_string(static_cast<int>(start)));
  }
}

std::string law_named(const testing::TestParamInfo<Law>& of) {
  const std::vector<std::string> names = {"normal", "log_normal", "gamma", "erlang", "exponential"};
  return names[static_cast<std::size_t>(of.param)];
}

INSTANTIATE_TEST_SUITE_P(Proliferation, OfLaw,
                         testing::Values(Law::Normal, Law::LogNormal, Law::Gamma, Law::Erlang,
                                         Law::Exponential),
                         law_named);

TEST(Means, WouldShowTwoPerCentLess) {
  ProliferationSpec spec = bright(of_law(Law::Normal, CycleStart::Asynchronous)), slower = spec;
  slower.types[2].division->mean *= 1.02;
  const BranchingProcess process(spec);
  const auto engine =
      make_proliferation_lanes(process, variants_of(spec, seeds), std::make_shared<ThreadPool>(1));
  engine->simulate(0, process.cells());
  const double mean =
      expected_generations(slower, slower.until, 4096)[2][4] * static_cast<double>(process.cells());
  double sum = 0, squares = 0;
  for (const double number : numbers_of(*engine, process, 2, 4, seeds))
    sum += number, squares += number * number;
  const double error = std::sqrt((squares / seeds - (sum / seeds) * (sum / seeds)) / seeds);
  EXPECT_GT(std::abs(sum / seeds - mean), 8 * error);
}

// Each division of a cell that is too deep to divide would have been two births.
TEST(Means, KnowHowManyLineagesAreTooDeep) {
  ProliferationSpec spec = three_types();
  spec.minimum = 0;
  spec.population = {{10, 2000}};
  for (const double until : {100.0, 65.0}) {
    spec.until = until;
    spec.types = {{"brief", 0.75, TimeLaw{Law::Normal, 1, 0.1}, TimeLaw{Law::Normal, 1, 0.1}},
                  {"quiescent", 0.25, {}, {}}};
    const BranchingProcess process(spec);
    const auto engine =
        make_proliferation_lanes(process, variants_of(spec, seeds), std::make_shared<ThreadPool>(2));
    engine->simulate(0, process.cells());
    std::vector<double> numbers;
    for (u64 i = 0; i < seeds; ++i)
      numbers.push_back(static_cast<double>(engine->count(i, process.final_counters() + TooDeep)));
    EXPECT_GT(births_beyond_limit(spec), 10);
    expect_mean(numbers, births_beyond_limit(spec) / 2, "too deep by " + std::to_string(until));
  }
  spec.minimum = 1e-15;
  EXPECT_EQ(births_beyond_limit(spec), 0) << "the cells fade before that generation";
}

struct Published {
  std::string name;
  std::vector<CellType> types;
  double until, minimum, cells;
};

// Results of ProCell's own Python code for bone marrow (UT1), averaged over many runs.
TEST(ProCell, HasTheSameNumberOfCells) {
  const auto file = measured_file("AML9_Exp3_t10d_UT1_BM_GFPpos.txt");
  if (!file) GTEST_SKIP() << no_measured_data;
  const std::vector<CellType> types = {{"all", 1, TimeLaw{Law::Normal, 46.1, 28.9}, {}}};
  const std::vector<CellType> three = {{"quiescent", 0.06, {}, {}},
                                       {"slow", 0.47, TimeLaw{Law::Normal, 63.7, 28.9}, {}},
                                       {"fast", 0.47, TimeLaw{Law::Normal, 41.1, 14.3}, {}}};
  for (const Published& published :
       {Published{"one type", types, 240, 11, 1206965}, Published{"three types", three, 240, 11, 1119548},
        Published{"three types, 504 h", three, 504, 8.7, 2936316}}) {
    ProliferationSpec spec;
    spec.population = read_histogram_file(*file, std::nullopt);
    spec.types = published.types;
    spec.until = published.until;
    spec.minimum = published.minimum;
    const u64 runs = std::getenv("MORULA_FULL") ? 50 : 6;
    const BranchingProcess process(spec);
    const auto engine =
        make_proliferation_lanes(process, variants_of(spec, runs), std::make_shared<ThreadPool>(2));
    engine->simulate(0, process.cells());
    double mean = 0;
    for (u64 i = 0; i < runs; ++i) {
      const std::vector<u64> counts = engine->counts(i);
      for (std::size_t at = 0; at < process.final_counters(); ++at)
        mean += static_cast<double>(counts[at]) / static_cast<double>(runs);
    }
    EXPECT_NEAR(mean / published.cells, 1, 0.005) << published.name;
    EXPECT_NEAR(expected_population(spec) / published.cells, 1, 0.005) << published.name;
    RecordProperty(published.name, std::to_string(mean));
  }
}

// A million trees, some of which pass generation 40, while deaths keep the population small.
TEST(Trees, MayBeDeepWithoutMoreMemory) {
  ProliferationSpec spec;
  spec.population = {{1, 1'000'000}};
  spec.until = 50;
  spec.types = {{"dying", 1, TimeLaw{Law::Normal, 1, 0.2}, TimeLaw{Law::Normal, 1, 0.2}}};
  spec.start = CycleStart::Synchronous;
  const BranchingProcess process(spec);
  const auto engine =
      make_proliferation_lanes(process, {only_variant(spec, 1)}, std::make_shared<ThreadPool>(2));
  engine->simulate(0, process.cells());
  const std::vector<u64> counts = engine->counts(0);
  EXPECT_EQ(counts.size(), 64 + BranchingProcess::fate_counters);
  u64 living = 0, deep = 0;
  for (std::size_t k = 0; k < 64; ++k) {
    living += counts[k];
    if (k > 40) deep += counts[k];
  }
  EXPECT_GT(deep, 0u);
  EXPECT_LT(living, 1'000'000'000u);
  EXPECT_EQ(counts[process.final_counters() + TooDeep], 0u) << "no tree reached generation 63";
}

}  // namespace
}  // namespace morula::test
