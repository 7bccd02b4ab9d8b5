// Every engine produces exactly the counts of the reference, on every processor.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/proliferation/cases.h"
#include "tests/proliferation/reference.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

class OfPopulation : public testing::TestWithParam<ProliferationCase> {};

std::vector<u64> counts_of(ProliferationEngine& engine, const BranchingProcess& process,
                           std::size_t variant = 0) {
  // In two parts of odd sizes, the second part first.
  const u64 part = process.cells() / 3;
  engine.simulate(part, process.cells() - part);
  engine.simulate(0, part);
  engine.finish();
  return engine.counts(variant);
}

std::vector<u64> plain_counts(const BranchingProcess& process, const Variant& variant) {
  return counts_of(*make_proliferation_plain(process, {variant}, std::make_shared<ThreadPool>(1)), process);
}

TEST_P(OfPopulation, ThePlainEngineIsTheReference) {
  const ProliferationSpec& spec = GetParam().spec;
  const BranchingProcess process(spec);
  const Variant variant = only_variant(spec, 7);
  ProliferationReference reference(spec, variant);
  reference.run();
  const std::vector<u64> counts = plain_counts(process, variant);
  std::map<std::pair<double, std::size_t>, u64> counted;
  for (std::size_t type = 0; type < process.types; ++type)
    for (u32 k = 0; k < process.generations; ++k)
      for (std::size_t bin = 0; bin < process.bins(); ++bin)
        if (const u64 number = counts[(type * process.generations + k) * process.bins() + bin])
          counted[{fluorescence_after(spec, spec.population[bin].fluorescence, k), type}] += number;
  // Repeated halving of the part above the background may be rounded differently from the table of bins.
  ASSERT_EQ(counted.size(), reference.counted.size());
  auto expected = reference.counted.begin();
  for (const auto& [place, number] : counted) {
    EXPECT_NEAR(place.first, expected->first.first, 1e-9);
    EXPECT_EQ(place.second, expected->first.second);
    EXPECT_EQ(number, expected->second);
    ++expected;
  }
  EXPECT_EQ(counts[process.final_counters() + Divides], reference.divided);
  EXPECT_EQ(counts[process.final_counters() + Dies], reference.died);
  EXPECT_EQ(counts[process.final_counters() + Fades], reference.faded);
  EXPECT_EQ(counts[process.final_counters() + TooDeep], 0u);
}

TEST_P(OfPopulation, EveryProcessorCountsTheSame) {
  BranchingProcess process(GetParam().spec);
  const Variant first = only_variant(GetParam().spec, 7), second = only_variant(GetParam().spec, 8);
  const std::vector<u64> of_first = plain_counts(process, first), of_second = plain_counts(process, second);
  for (const NamedBackend& processor : available_backends())
    for (const u32 split_depth : {0u, 3u}) {
      process.split_depth = split_depth;
      const auto engine = make_proliferation_engine(process, {first, second}, processor.backend);
      EXPECT_EQ(counts_of(*engine, process), of_first) << processor.name << ", "
                                                       << "split at " << split_depth;
      EXPECT_EQ(engine->counts(1), of_second) << processor.name << ", "
                                              << "split at " << split_depth;
    }
}

// Cells at the end in the bins of a score, assigned by the fluorescence of each cell.
std::vector<u64> scored(const ProliferationSpec& spec, const BranchingProcess& process,
                        const std::vector<u64>& counts, const ScoreBins& bins) {
  std::vector<double> fluorescences, numbers;
  for (std::size_t i = 0; i < process.final_counters(); ++i) {
    const auto generation = static_cast<unsigned>(i / process.bins() % process.generations);
    fluorescences.push_back(
        fluorescence_after(spec, spec.population[i % process.bins()].fluorescence, generation));
    numbers.push_back(static_cast<double>(counts[i]));
  }
  const std::vector<double> rebinned = rebin(fluorescences, numbers, edges_of(bins));
  return {rebinned.begin(), rebinned.end()};
}

TEST_P(OfPopulation, EveryProcessorGathersTheSame) {
  const ProliferationSpec& spec = GetParam().spec;
  const BranchingProcess process(spec);
  const Variant first = only_variant(spec, 7), second = only_variant(spec, 8);
  for (const ScoreBins& bins : {ScoreBins{71, 1, 1000}, {2, 20, 90}, {15, 8, 16}}) {
    std::vector<u64> expected = scored(spec, process, plain_counts(process, first), bins);
    const std::vector<u64> of_second = scored(spec, process, plain_counts(process, second), bins);
    expected.insert(expected.end(), of_second.begin(), of_second.end());
    const Rebinning rebinning = rebinning_of(spec, bins, process.generations);
    for (const NamedBackend& processor : available_backends()) {
      const auto engine = make_proliferation_engine(process, {first, second}, processor.backend);
      counts_of(*engine, process);
      EXPECT_EQ(engine->rebinned(rebinning), expected) << processor.name << ", " << bins.bins << " bins";
      engine->set_variants({second, first});  // memory that has been used before
      counts_of(*engine, process);
      const std::vector<u64> again = engine->rebinned(rebinning);
      EXPECT_TRUE(std::ranges::equal(std::span(again).first(bins.bins), of_second)) << processor.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Proliferation, OfPopulation, testing::ValuesIn(proliferation_cases()),
                         [](const auto& of) { return of.param.name; });

TEST(Variants, AreTakenInThePlaceOfOthers) {
  const ProliferationSpec spec = three_types();
  const BranchingProcess process(spec);
  const Variant first = only_variant(spec, 7), second = only_variant(spec, 8);
  for (const NamedBackend& processor : available_backends()) {
    const auto engine = make_proliferation_engine(process, {first}, processor.backend);
    counts_of(*engine, process);
    for (const std::vector<Variant>& variants :
         {std::vector{second}, {second, first, second}, {first, second}}) {
      engine->set_variants(variants);
      counts_of(*engine, process);
      for (std::size_t i = 0; i < variants.size(); ++i)
        EXPECT_EQ(engine->counts(i), plain_counts(process, variants[i])) << processor.name << ", " << i;
    }
  }
}

TEST(LivingCells, AreAllAtFirstAndThoseCountedAtLast) {
  ProliferationSpec spec = three_types();
  spec.generations_every = 9;
  spec.types[1].death = TimeLaw{Law::Normal, 60, 20};
  const BranchingProcess process(spec);
  const std::vector<u64> counts = plain_counts(process, only_variant(spec, 7));
  const std::size_t columns = std::size_t{process.types} * process.generations;
  std::vector<u64> living(columns);
  for (std::size_t time = 0; time < process.times.size(); ++time) {
    u64 sum = 0;
    for (std::size_t i = 0; i < columns; ++i) {
      living[i] += counts[process.final_counters() + BranchingProcess::fate_counters + time * columns + i];
      sum += living[i];
    }
    if (time == 0) {
      EXPECT_EQ(sum, process.cells());
    }
  }
  for (std::size_t column = 0; column < columns; ++column) {
    u64 at_the_end = 0;
    for (std::size_t bin = 0; bin < process.bins(); ++bin)
      at_the_end += counts[column * process.bins() + bin];
    EXPECT_EQ(living[column], at_the_end) << column;
  }
}

// On average one of two daughters dies, so few lineages continue for long.
TEST(Trees, DeeperThan63AreNoticed) {
  ProliferationSpec spec = three_types();
  spec.minimum = 0;
  spec.population = {{10, 2000}};
  spec.types = {{"brief", 1, TimeLaw{Law::Normal, 1, 0.1}, TimeLaw{Law::Normal, 1, 0.1}}};
  const BranchingProcess process(spec);
  ASSERT_EQ(process.generations, 64u);
  const Variant variant = only_variant(spec, 1);
  const std::vector<u64> counts = plain_counts(process, variant);
  EXPECT_GT(counts[process.final_counters() + TooDeep], 0u);
  for (const NamedBackend& processor : available_backends())
    EXPECT_EQ(counts_of(*make_proliferation_engine(process, {variant}, processor.backend), process), counts)
        << processor.name;
}

// If there are many counters, they are not allocated for every requested thread.
TEST(Threads, MoreThanProcessorsCountTheSame) {
  ProliferationSpec spec = three_types();
  spec.minimum = 0;
  spec.population.clear();
  for (int i = 0; i < 20000; ++i) spec.population.push_back({100.0 + i, 1});
  const BranchingProcess process(spec);
  ASSERT_GT(process.counters() * sizeof(u64) * 64, std::size_t{1} << 30);
  const Variant variant = only_variant(spec, 7);
  Backend many;
  many.threads = std::make_shared<ThreadPool>(64);
  const auto engine = make_proliferation_engine(process, {variant}, many);
  EXPECT_EQ(counts_of(*engine, process), plain_counts(process, variant));
}

}  // namespace
}  // namespace morula::test
