// Every step of the paper comes to the histogram of our engines, to a cell.
#include <gtest/gtest.h>

#include <numeric>

#include "bench/nisoli/nisoli_paths.h"
#include "core/error.h"
#include "gpu/nvrtc.h"
#include "tests/proliferation/cases.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

using enum NisoliStep;

constexpr u64 bytes_of_a_cell = 32;

u64 sum_of(const std::vector<u64>& counts) { return std::accumulate(counts.begin(), counts.end(), u64{0}); }

// Several groups of cells, some of which leave nobody Alive long before others.
ProliferationSpec many_cells() {
  ProliferationSpec spec = three_types();
  for (Bin& bin : spec.population) bin.count *= 20;
  return spec;
}

std::vector<ProliferationCase> populations() {
  std::vector<ProliferationCase> cases = {{"many", many_cells()}};
  for (ProliferationCase& test_case : proliferation_cases())
    if (const auto& name = test_case.name; name == "synchronous" || name == "aged" ||
                                           name == "quiescent_alone" || name == "one_cell" || name == "law_4")
      cases.push_back(std::move(test_case));
  cases.push_back({"fades at once", many_cells()});
  cases.back().spec.population = {{12, 777}};  // one bin, which fades with its first division
  return cases;
}

std::vector<NamedBackend> devices_found() {
  auto found = available_backends();
  std::erase_if(found, [](const NamedBackend& named) { return !named.backend.device; });
  return found;
}

TEST(NisoliPaths, PopulationsDivideAndFade) {
  const NisoliTask task(many_cells());
  const auto engine =
      make_proliferation_plain(task.process(), {task.variant()}, std::make_shared<ThreadPool>(1));
  engine->simulate(0, task.process().cells());
  const auto counts = engine->counts(0);
  EXPECT_GT(counts[task.process().final_counters() + Divides], 1000u);
  EXPECT_GT(counts[task.process().final_counters() + Fades], 1000u);
  EXPECT_EQ(task.process().cells(), 7020u);
}

TEST(NisoliPaths, OursIsOneCoreOnEveryBackend) {
  for (const ProliferationCase& test_case : populations()) {
    const NisoliTask task(test_case.spec, 5);
    const auto expected = nisoli_one_core(task)->run();
    EXPECT_GT(sum_of(expected), 0u) << test_case.name;
    for (const NamedBackend& named : available_backends()) {
      const auto path = nisoli_ours(task, named.backend);
      EXPECT_EQ(path->run(), expected) << test_case.name << ", " << named.name;
      EXPECT_EQ(path->run(), expected) << test_case.name << ", a second time on " << named.name;
    }
  }
}

// A second run meets what the first one left in the arrays.
TEST(NisoliPaths, EveryStepIsOneCore) {
  for (const ProliferationCase& test_case : populations()) {
    const NisoliTask task(test_case.spec, 5);
    const auto expected = nisoli_one_core(task)->run();
    for (const NamedBackend& named : devices_found())
      for (const NisoliNamed& step : nisoli_steps()) {
        const auto path = nisoli_path(step.step, task, named.backend.device);
        EXPECT_EQ(path->run(), expected) << test_case.name << ", " << step.name << " on " << named.name;
        EXPECT_EQ(path->run(), expected)
            << test_case.name << ", " << step.name << ", again on " << named.name;
      }
  }
}

TEST(NisoliPaths, WhateverDepthIsGiven) {
  const NisoliTask task(many_cells(), 2);
  const auto expected = nisoli_one_core(task)->run();
  for (const NamedBackend& named : devices_found())
    for (const NisoliNamed& step : nisoli_steps())
      for (const unsigned depth : {1u, 2u, 7u})
        EXPECT_EQ(nisoli_path(step.step, task, named.backend.device, {.depth = depth})->run(), expected)
            << step.name << " to " << depth << " on " << named.name;
}

// A depth of d takes 3 · 2^d - 1 cells for each: at 3, parts of 37; at 1, all.
TEST(NisoliPaths, WhenMemoryIsShort) {
  const NisoliTask task(three_types(), 3);
  const auto expected = nisoli_one_core(task)->run();
  const auto memory_of = [](u64 cells, unsigned depth) {
    return cells * (3 * (u64{1} << depth) - 1) * bytes_of_a_cell;
  };
  for (const NamedBackend& named : devices_found()) {
    const auto run = [&](NisoliStep step, u64 memory) {
      return nisoli_path(step, task, named.backend.device, {.depth = 3, .memory = memory})->run();
    };
    EXPECT_EQ(run(Parts, memory_of(37, 3)), expected) << named.name;
    EXPECT_EQ(run(Parts, memory_of(1, 1)), expected) << named.name;  // too little for a depth of 3
    for (const NisoliStep step : {Depth, Bounds, Counts}) {
      EXPECT_EQ(run(step, memory_of(task.process().cells(), 2) * 4), expected) << named.name;
      EXPECT_THROW(run(step, memory_of(37, 3)), OutOfDeviceMemory) << named.name;
    }
  }
}

TEST(NisoliPaths, DepthIsInferredFromTheMostFrequentTypeThatDivides) {
  ProliferationSpec spec = three_types();
  spec.types[0].proportion = 0.6;  // quiescent
  spec.types[1].proportion = 0.3;
  spec.types[2].proportion = 0.1;
  spec.until = 100;  // 40, 80, 120
  EXPECT_EQ(inferred_depth(spec), 3u);
  spec.until = 80;
  EXPECT_EQ(inferred_depth(spec), 2u);
  spec.types[2].proportion = 0.4;  // every 22
  EXPECT_EQ(inferred_depth(spec), 4u);
  spec.types = {{"quiescent", 1, {}, {}}};
  EXPECT_EQ(inferred_depth(spec), 1u);
}

TEST(NisoliPaths, WhatThePaperDoesNotHaveIsRefused) {
  const auto refused = [](auto change) {
    ProliferationSpec spec = three_types();
    change(spec);
    EXPECT_THROW(NisoliTask{spec}, Error);
  };
  refused([](auto& spec) { spec.siblings = 0.5; });
  refused([](auto& spec) { spec.types[1].death = TimeLaw{Law::Exponential, 9, 9}; });
  refused([](auto& spec) { spec.dye_share = 0.25; });
  refused([](auto& spec) { spec.background = 1; });
  refused([](auto& spec) { spec.population.front().fluorescence = 0; });
  refused([](auto& spec) { spec.minimum = 0; });
}

TEST(NisoliPaths, NvrtcCompilesEveryKernelForHopper) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  const gpu::Nvrtc nvrtc;
  const NisoliTask task(three_types());
  for (const NisoliNamed& step : nisoli_steps())
    EXPECT_FALSE(nvrtc.compile(nisoli_source(step.step, task, 256), 90u).empty()) << step.name;
}

}  // namespace
}  // namespace morula::test
