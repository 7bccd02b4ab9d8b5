// The algorithms of Muniyandi and Maroosi (2020) on any system: the networks, the balance, the schedule
// between blocks, and that they come to what our engines come to.
#include <gtest/gtest.h>

#include <algorithm>

#include "bench/counted_device.h"
#include "bench/membrane/membrane_cases.h"
#include "bench/muniyandi/muniyandi_launches.h"
#include "bench/muniyandi/muniyandi_paths.h"
#include "bench/muniyandi/muniyandi_systems.h"
#include "gpu/nvrtc.h"
#include "models/membrane/membrane_engine.h"
#include "models/membrane/read/print.h"
#include "tests/membrane/systems.h"
#include "tests/support/backends.h"

namespace morula::muniyandi {
namespace {

using membrane::Modes;
using membrane::System;
using membrane::test::RandomSystem;

System read(const std::string& text) { return membrane::test::read(text).system; }

std::unique_ptr<membrane::MembraneEngine> engine_of(const System& system, const Modes& modes) {
  return membrane::make_membrane_threads(std::make_shared<membrane::Plan>(system), modes,
                                         std::make_shared<ThreadPool>(1));
}

std::string text_of(const System& system, const membrane::Configuration& configuration) {
  std::string text;
  for (const membrane::Membrane& shown_membrane : configuration.membranes)
    text += membrane::bracket_of(membrane::Charge(shown_membrane.charge)) +
            membrane::to_string(system, shown_membrane.contents) + "]'" +
            system.labels[shown_membrane.label] + " in " + std::to_string(int(shown_membrane.parent)) + "\n";
  return text + membrane::to_string(system, configuration.environment);
}

// Every kind of rule, nesting, division of membranes with children, a chain of dissolutions.
const char* const all_kinds = R"(
def main() {
  @mu = [[[]'leaf []'leaf]'branch []'store]'skin;
  @ms(skin) = f*3, g;
  @ms(leaf) = a, b*2;
  @ms(branch) = d;
  @ms(store) = s;
  [a --> a, b]'leaf;
  [b*3 --> c]'leaf;
  [c]'leaf --> [] c;
  [d --> e]'branch;
  +[e]'branch --> +[h] -[i];
  c []'branch --> [c];
  f []'branch --> +[f];
  -[i]'branch --> i;
  [s]'store --> -[s] [s*2];
  -[s]'store --> s;
  [i]'skin --> [] i;
}
)";

TEST(MuniyandiSequential, IsOurEngine) {
  for (u64 number = 0; number < 200; ++number)
    for (const bool random : {false, true}) {
      const System system = RandomSystem(number).make();
      const Modes modes{number % 2 == 0, random, number};
      SequentialSystem run(system, modes);
      const auto engine = engine_of(system, modes);
      for (int step = 0; step < 8 && engine->membranes() < 200; ++step) {
        ASSERT_EQ(engine->step(1), run.step() ? 1u : 0u) << number << ", step " << step;
        ASSERT_EQ(text_of(system, membrane::unpacked(engine->packed())), text_of(system, run.configuration()))
            << number << ", step " << step;
      }
    }
}

TEST(MuniyandiNetworks, ObjectsOfARuleAreLinkedAsOftenAsItApplies) {
  // Rule a --> b applies in the two membranes of 'h' in the first step only: 2 of 2 steps x 3 membranes.
  const System system = read(
      "def main() { @mu = [[]'h []'h]'s; @ms(h) = a; @ms(s) = c*2;"
      "[a --> b]'h; [c*2 --> c, d]'s; [c, d --> e]'s; }");
  const auto links = object_network(system, recorded_steps(system, {}, 10));
  const auto rate = [&](const char* a, const char* b) {
    const auto at = [&](const char* name) {
      return static_cast<std::uint32_t>(std::ranges::find(system.objects, name) - system.objects.begin());
    };
    for (const NetworkLink& link : links)
      if (std::minmax(link.a, link.b) == std::minmax(at(a), at(b))) return link.rate;
    return 0.0;
  };
  EXPECT_DOUBLE_EQ(rate("a", "b"), 2.0 / 6);
  EXPECT_DOUBLE_EQ(rate("c", "d"), 2.0 / 6);
  EXPECT_DOUBLE_EQ(rate("c", "e"), 1.0 / 6);
  EXPECT_EQ(rate("a", "c"), 0);
  EXPECT_EQ(most_dependent(static_cast<std::uint32_t>(system.objects.size()), links), 3u);
}

TEST(MuniyandiNetworks, MembranesAreLinkedAsOftenAsObjectsPassBetweenThem) {
  // Membrane 1 sends out in each of three steps, its daughters after it has divided; membrane 2 never does.
  const System system = read(
      "def main() { @mu = [[]'x []'y]'s; @ms(x) = a*2, k; @ms(y) = b;"
      "[k]'x --> [] k; [a]'x --> [] a; }");
  const auto steps = recorded_steps(system, {}, 10);
  ASSERT_EQ(steps.size(), 3u);
  const auto links = membrane_network(system, steps);
  ASSERT_EQ(links.size(), 1u);
  EXPECT_EQ(links[0].a, 0u);
  EXPECT_EQ(links[0].b, 1u);
  EXPECT_DOUBLE_EQ(links[0].rate, 1);
  const System dividing = read(
      "def main() { @mu = [[]'x]'s; @ms(x) = a, k; [k]'x --> +[k] +[k];"
      "+[a]'x --> +[] a; }");
  const auto later = recorded_steps(dividing, {}, 10);
  ASSERT_EQ(later.size(), 2u);
  EXPECT_DOUBLE_EQ(membrane_network(dividing, later)[0].rate, 1) << "two daughters, in one step of two";
}

BalanceInput input_of(std::uint32_t objects, std::uint32_t membranes) {
  BalanceInput input;
  input.objects = objects;
  input.membranes = membranes;
  input.object = {4, 1, 0};
  input.membrane = {4.0 * objects, 1.0 * objects, 0};
  return input;
}

TEST(MuniyandiBalance, Step1IsEnoughWhereNothingCommunicates) {
  const Balance made = balanced(input_of(4, 1000));
  EXPECT_EQ(made.step, 1);
  EXPECT_EQ(made.block, (SubMatrix{4, 32}));
  EXPECT_EQ(made.objects_per_thread, 1u);
  EXPECT_EQ(made.blocks.size(), 32u);
  EXPECT_EQ(made.occupancy, 1);
  EXPECT_FALSE(made.launches_again);
}

TEST(MuniyandiBalance, Step2PutsDependentObjectsIntoOneThread) {
  BalanceInput input = input_of(6, 128);
  input.object_links = {{0, 1, 1}, {0, 2, 1}, {3, 4, 1}, {3, 5, 1}};
  const Balance made = balanced(input);
  EXPECT_EQ(made.step, 2);
  EXPECT_EQ(made.objects_per_thread, 3u);
  EXPECT_EQ(made.block, (SubMatrix{2, 64})) << "as Table 1 has it for six objects";
  EXPECT_EQ(made.between_threads, 0);
  EXPECT_EQ(made.occupancy, 1);
  input.object = paper_object;  // with which equation (3) leaves one object to a thread
  EXPECT_EQ(balanced(input).objects_per_thread, 1u);
  input.objects_per_thread = 3;
  EXPECT_EQ(balanced(input).objects_per_thread, 3u);
}

TEST(MuniyandiBalance, Step3MakesBlocksLargerWhereThatSavesCommunication) {
  BalanceInput input = input_of(1, 1000);
  for (std::uint32_t i = 1; i < 1000; ++i) input.membrane_links.push_back({0, i, 0.001});
  const Balance made = balanced(input);
  EXPECT_EQ(made.step, 3);
  EXPECT_EQ(made.block, (SubMatrix{1, 1024}));
  EXPECT_EQ(made.between_blocks, 0);
  EXPECT_FALSE(made.launches_again);
  input.high_rate = 0.9;  // step 1 leaves 872 of the 999 links between blocks
  EXPECT_EQ(balanced(input).step, 1);
}

TEST(MuniyandiBalance, Step4KeepsOccupancyWhereNothingHelps) {
  BalanceInput input = input_of(1024, 2);
  input.membrane_links = {{0, 1, 1}};
  input.object = {4, 100, 0};
  const Balance made = balanced(input);
  EXPECT_EQ(made.step, 4);
  EXPECT_TRUE(made.launches_again);
  EXPECT_EQ(made.blocks.size(), 2u);
  EXPECT_EQ(made.occupancy, 1);
}

TEST(MuniyandiBlocks, DaughtersGoIntoTheBlocksOfTheirMothersWhileThereIsRoom) {
  const System system = read("def main() { @mu = [[]'x]'s; @ms(x) = a, k; [a]'x --> +[a] [a]; }");
  BlockLayout layout({{0, 1}}, 4);
  EXPECT_EQ(layout.blocks(), 1u);
  SequentialSystem run(system, {});
  const std::vector<std::vector<u32>> slots = {{0, 1, 2}, {0, 1, 2, 3}, {0, 1, 2, 3, 4}};
  for (const auto& expected : slots) {
    const auto step = run.step();
    ASSERT_TRUE(step);
    layout.divide(step->divided);
    layout.dissolve(step->dissolved);
    EXPECT_EQ(layout.slots(), expected);
  }
  EXPECT_EQ(layout.blocks(), 2u);
  EXPECT_EQ(layout.free_rows(1), 3u);
  EXPECT_EQ(layout.blocks_in_use(), (std::vector<u32>{0, 1}));
}

TEST(MuniyandiBlocks, GroupsAreNotTornApart) {
  const BlockLayout layout({{0, 2, 4}, {1, 3}, {5}}, 4);
  EXPECT_EQ(layout.slots(), (std::vector<u32>{0, 4, 1, 5, 2, 6}));
}

TEST(MuniyandiBlocks, FewRowsReleasedAreNoReasonToLaunchAgain) {
  EXPECT_TRUE(releases_little(0, 16, 0));
  EXPECT_TRUE(releases_little(4, 16, 0.25));
  EXPECT_FALSE(releases_little(5, 16, 0.25));
}

TEST(MuniyandiBlocks, TheScheduleHasTheIterationsThatBlocksCannotDoAlone) {
  // y sends to the skin in iteration 0, x in iteration 1.
  const System system = read(
      "def main() { @mu = [[]'x []'y]'s; @ms(x) = p; @ms(y) = a;"
      "[p --> q]'x; [q]'x --> [] q; [a]'y --> [] a; }");
  const auto scheduled = [&](const std::vector<NodeGroup>& groups, u32 rows) {
    const auto made =
        block_schedule(recorded_steps(system, {}, 10), BlockLayout(groups, rows), system, {}, {});
    EXPECT_EQ(made.measured, 2u);
    return made.iterations;
  };
  EXPECT_EQ(scheduled({{0, 1, 2}}, 3), (std::vector<u64>{}));
  EXPECT_EQ(scheduled({{0, 1}, {2}}, 2), (std::vector<u64>{0}));
  EXPECT_EQ(scheduled({{0, 2}, {1}}, 2), (std::vector<u64>{1}));
  EXPECT_EQ(scheduled({{0}, {1}, {2}}, 1), (std::vector<u64>{0, 1}));
}

TEST(MuniyandiBlocks, DissolutionsThatReleaseMuchEndKernels) {
  const System system = read("def main() { @mu = [[]'x []'x []'x]'s; @ms(x) = a; [a]'x --> a; }");
  const auto steps = recorded_steps(system, {}, 10);
  const BlockLayout layout({{0, 1, 2, 3}}, 4);
  BlockRules rules;
  EXPECT_EQ(block_schedule(steps, layout, system, {}, rules).iterations, (std::vector<u64>{0}));
  rules.dissolution_threshold = 0.75;
  EXPECT_EQ(block_schedule(steps, layout, system, {}, rules).iterations, (std::vector<u64>{}));
  EXPECT_EQ(block_schedule(steps, layout, system, {false, true, 1}, rules).iterations, (std::vector<u64>{0}))
      << "draws need numbers";
}

TEST(MuniyandiBlocks, WithoutAMeasurementKernelsEndBeforeEveryIteration) {
  const BlockSchedule schedule{{3, 7}, 9};
  EXPECT_EQ(schedule.next(0), 3u);
  EXPECT_EQ(schedule.next(3), 3u);
  EXPECT_EQ(schedule.next(4), 7u);
  EXPECT_EQ(schedule.next(8), 9u);
  EXPECT_EQ(schedule.next(12), 12u);
}

TEST(MuniyandiBlocks, TheBornAreNumberedByTimeThenByMother) {
  // Of blocks that tell of their births one after the other: 20 and 21 are of one, 30 and 31 of another.
  EXPECT_EQ(birth_order(3, {{20, 5, 2}, {21, 6, 20}, {30, 5, 1}, {31, 6, 30}}),
            (std::vector<u32>{0, 1, 2, 30, 20, 31, 21}));
}

// Both algorithms on every device, step by step, in batches of several.
void expect_our_configurations(const System& system, const Modes& modes, const Algorithm2Settings& settings,
                               const std::string& what) {
  for (const auto& named : test::available_backends()) {
    if (!named.backend.device) continue;
    const auto engine = engine_of(system, modes);
    const auto first = system_by_algorithm_1(system, modes, named.backend.device);
    const auto second = system_by_algorithm_2(system, modes, named.backend.device, settings);
    for (const u64 batch : {1u, 1u, 2u, 5u}) {
      if (engine->membranes() > 60) break;
      const u64 expected = engine->step(batch);
      const std::string configuration = text_of(system, membrane::unpacked(engine->packed()));
      for (SystemPath* path : {first.get(), static_cast<SystemPath*>(second.get())}) {
        ASSERT_EQ(path->step(batch), expected) << what << ", " << named.name;
        ASSERT_EQ(text_of(system, path->configuration()), configuration)
            << what << ", " << named.name << (path == first.get() ? ", Algorithm 1" : ", Algorithm 2");
      }
    }
  }
}

TEST(MuniyandiSystems, BothAlgorithmsComeToOurConfigurations) {
  const System system = read(all_kinds);
  for (const bool random : {false, true})
    for (const bool once : {false, true}) {
      Algorithm2Settings settings;
      settings.rows = once ? 3 : 8;
      settings.measured_steps = random ? 4 : 64;
      expect_our_configurations(system, {once, random, 3}, settings, "all kinds");
    }
}

// Devices that compile for each size of a group do so for few sizes: systems have four objects, and blocks
// four threads a membrane where objects are not grouped.
TEST(MuniyandiSystems, RandomSystemsToo) {
  constexpr int systems = 16;
  for (u64 number = 0, done = 0; done < systems; ++number) {
    const System system = RandomSystem(number).make();
    if (system.objects.size() != 4) continue;
    ++done;
    Algorithm2Settings settings;
    settings.rows = done % 2 == 0 ? 2 : 6;
    settings.measured_steps = done % 3 == 0 ? 3 : 64;
    settings.blocks.dissolution_threshold = done % 4 == 0 ? 1 : 0.2;
    settings.high_rate = done % 8 == 0 ? 0 : 1000;
    expect_our_configurations(system, {done % 5 == 1, done % 4 > 1, number}, settings,
                              "system " + std::to_string(number));
  }
}

TEST(MuniyandiSystems, SatisfiabilityIsDecidedInFarFewerLaunchesByBlocks) {
  const System system = read(membrane::sat_plingua(membrane::test::known_formula));
  for (const auto& named : test::available_backends()) {
    if (!named.backend.device) continue;
    const auto counted = std::make_shared<CountedDevice>(named.backend.device);
    Algorithm2Settings settings;
    settings.rows = 66;
    settings.objects_per_thread = 16;
    const auto blocks = system_by_algorithm_2(system, {}, counted, settings);
    EXPECT_EQ(blocks->step(100), 41u);
    const u64 by_blocks = counted->launches();
    const auto membranes = system_by_algorithm_1(system, {}, counted);
    EXPECT_EQ(membranes->step(100), 41u);
    const u64 by_membranes = counted->launches() - by_blocks;
    EXPECT_EQ(blocks->configuration(), membranes->configuration());
    EXPECT_EQ(membrane::to_string(system, blocks->configuration().environment), "t, Yes");
    EXPECT_LT(4 * by_blocks, by_membranes) << named.name;
    EXPECT_EQ(blocks->schedule().iterations, (std::vector<u64>{}));
  }
}

TEST(MuniyandiNvrtc, CompilesEveryKernelForHopper) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  const gpu::Nvrtc nvrtc;
  EXPECT_FALSE(nvrtc.compile(reaction_source(48, 48, {16, 4}), 90u).empty());
  for (const SystemKernels which : {SystemKernels::Launches, SystemKernels::Blocks})
    EXPECT_FALSE(nvrtc.compile(system_source(which), 90u).empty());
}

}  // namespace
}  // namespace morula::muniyandi
