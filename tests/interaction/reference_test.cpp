// Compares every engine on every processor with the reference, state by state.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "models/interaction/bitplane/bitplane_support.h"
#include "tests/interaction/cases.h"
#include "tests/interaction/random_start.h"
#include "tests/interaction/watched_replicas.h"
#include "tests/ranks/spread.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

// PoCL takes seconds to compile a kernel, so on PoCL only the cases of a list are compared with the
// reference, with both engines if both compute the case. The list below has every kind of case with each
// engine that computes that kind. All other processors run every case, and so does PoCL in ./test --full.
const std::set<std::string> cases_on_slow_devices = {"even, periodic",
                                                     "odd, periodic",
                                                     "odd, walls",
                                                     "odd and even, walls",
                                                     "odd and even, periodic",
                                                     "wide, x periodic",
                                                     "wide and low, periodic",
                                                     "tall, y periodic",
                                                     "many small replicas, x periodic",
                                                     "tiny, y periodic",
                                                     "3D 26, z periodic",
                                                     "3D 18 odd, x and z periodic",
                                                     "3D 6, walls",
                                                     "into empty, taken over, periodic",
                                                     "with kin, x periodic",
                                                     "with kin, 3D, periodic",
                                                     "rates of their own, walls",
                                                     "many species, rates of their own, periodic",
                                                     "3D odd, rates of their own, walls",
                                                     "fifteen species, rates by pair, periodic",
                                                     "fifteen species, rates by pair, walls",
                                                     "255 species, periodic",
                                                     "3D, words without a rest, many species, periodic",
                                                     "with kin, rates of their own, periodic",
                                                     "odd and narrow, periodic",
                                                     "odd and narrow, walls",
                                                     "odd and wide, periodic",
                                                     "odd and wide, walls",
                                                     "rates of many digits, periodic",
                                                     "two species, certain to move, walls",
                                                     "all prey on all of nine, periodic",
                                                     "wider than what is drawn at once, walls",
                                                     "refined odd, walls",
                                                     "refined odd, periodic",
                                                     "refined, periodic",
                                                     "refined, wide, periodic",
                                                     "refined, wide, part of a comb, periodic",
                                                     "refined, wide, part of a comb, walls",
                                                     "refined, tall, walls",
                                                     "refined, 3D, periodic",
                                                     "refined, with kin, periodic",
                                                     "refined, many species, walls",
                                                     "refined, low, periodic",
                                                     "many species, walls",
                                                     "replicas, periodic"};

// With feedback, kernels read their rates from tables instead of constants; nothing else changes in them.
const std::set<std::string> feedback_on_slow_devices = {"odd, walls", "wide, x periodic", "even, periodic",
                                                        "3D 18 odd, x and z periodic",
                                                        "with kin, 3D, periodic"};

bool runs_on(const NamedBackend& named, const std::string& name,
             const std::set<std::string>& on_slow_devices) {
  return !is_slow(named) || std::getenv("MORULA_FULL") || on_slow_devices.contains(name);
}

struct Engine {
  std::string name;
  InteractionSpec spec;
};

// The plain engine, and the engine that is used by default.
std::vector<Engine> engines_of(const InteractionSpec& spec, bool on_device) {
  std::vector<Engine> engines = {{"plain", spec}};
  engines[0].spec.plain = true;
  if (uses_bit_planes(spec, on_device ? Processor::Device : Processor::Threads))
    engines.push_back({on_device && !uses_tiles(spec) ? "bit planes by phases" : "bit planes", spec});
  else
    engines.push_back({"bytes", spec});
  return engines;
}

TEST(SlowDevices, RunEveryKindOfCaseWithEveryEngine) {
  std::set<std::string> kinds, listed, names;
  const auto add = [](std::set<std::string>& engines, const Case& test_case) {
    for (const Engine& engine : engines_of(test_case.spec, true))
      engines.insert(test_case.kind + ", " + engine.name);
  };
  for (const Case& test_case : cases()) {
    names.insert(test_case.name);
    add(kinds, test_case);
    if (cases_on_slow_devices.contains(test_case.name)) add(listed, test_case);
  }
  EXPECT_EQ(listed, kinds);
  for (const std::set<std::string>* list : {&cases_on_slow_devices, &feedback_on_slow_devices})
    for (const std::string& name : *list) EXPECT_TRUE(names.contains(name)) << name;
}

class OfCase : public testing::TestWithParam<Case> {
 protected:
  // Calls test(spec, backend) for each engine on each processor that runs the case.
  template <typename Test>
  void on_every_engine(const InteractionSpec& spec, const std::set<std::string>& on_slow_devices,
                       const Test& test) const {
    for (const NamedBackend& named : available_backends())
      for (const Engine& engine : engines_of(spec, named.backend.device != nullptr)) {
        if (!runs_on(named, GetParam().name, on_slow_devices)) continue;
        SCOPED_TRACE(named.name + ", " + engine.name);
        test(engine.spec, named.backend);
      }
  }
};

TEST_P(OfCase, EveryEngineDoesWhatTheReferenceDoes) {
  constexpr u64 generations = 5;
  const std::vector<u8> states = expected(GetParam().spec, generations);
  on_every_engine(GetParam().spec, cases_on_slow_devices,
                  [&](const InteractionSpec& spec, const Backend& backend) {
                    EXPECT_TRUE(after(spec, backend, generations, generations) == states) << "in one batch";
                    EXPECT_TRUE(after(spec, backend, generations, 2) == states) << "in batches of two";
                  });
}

TEST_P(OfCase, CountsTakenOnTheWayAreThoseOfTheReference) {
  References references(GetParam().spec);
  std::vector<std::uint64_t> expected_counts;
  for (int i = 0; i < 2; ++i) {
    references.generations(2);
    const auto now = counts_in(references.states(), GetParam().spec);
    expected_counts.insert(expected_counts.end(), now.begin(), now.end());
  }
  references.generations(1);
  const std::vector<u8> states = references.states();
  on_every_engine(GetParam().spec, cases_on_slow_devices,
                  [&](const InteractionSpec& spec, const Backend& backend) {
                    const auto engine = make_engine(spec, seed, backend);
                    write_start(*engine, spec);
                    engine->step(0, 1);
                    // Counts at generations 2 and 4; the steps go on to 5.
                    EXPECT_EQ(engine->step_counting(1, 4, 2), expected_counts);
                    EXPECT_TRUE(states_of(*engine, spec) == states);
                    EXPECT_EQ(engine->count_states(), counts_in(states, spec));
                    EXPECT_EQ(engine->hashes(), hashes_in(states, spec));
                  });
}

TEST(CountsTaken, MayBeDueLongAfterTheLastStep) {
  const InteractionSpec spec = cyclic(3, {64, 40, 1}, 2, Boundary::Periodic, 2);
  const std::vector<u8> states = expected(spec, 2);
  for (const auto& [name, backend] : available_backends())
    for (const u64 every : {u64{1} << 44, largest_when}) {
      const auto engine = make_engine(spec, seed, backend);
      write_start(*engine, spec);
      EXPECT_TRUE(engine->step_counting(0, 2, every).empty()) << name;
      EXPECT_TRUE(states_of(*engine, spec) == states) << name;
    }
}

TEST_P(OfCase, RatesAreSetAndReplicasFrozenAsInTheReference) {
  InteractionSpec fed_back = GetParam().spec;
  fed_back.feedback = Feedback{Rate::Mobility, 1, 0.1, 0.7};
  fed_back.replicas = 3;
  const Watched reference = watched_in_reference(fed_back);
  on_every_engine(fed_back, feedback_on_slow_devices,
                  [&](const InteractionSpec& spec, const Backend& backend) {
                    const Watched engine = watched_in(spec, backend);
                    EXPECT_EQ(engine.counts, reference.counts);
                    EXPECT_TRUE(engine.states == reference.states);
                    EXPECT_EQ(engine.hashes, reference.hashes);
                  });
}

// The states after some generations of a lattice that is spread over ranks.
std::vector<u8> after_over_ranks(const InteractionSpec& interaction, int ranks, u64 generations) {
  Spec spec;
  spec.family = "interaction";
  spec.seed = seed;
  spec.lattice = interaction.lattice;
  spec.section = std::make_shared<InteractionSpec>(interaction);
  std::vector<u8> states;
  for (u64 replica = 0; replica < interaction.replicas; ++replica)
    std::ranges::copy(random_states(interaction, replica), std::back_inserter(states));
  with_ranks(
      ranks, spec,
      [&](Model& model) {
        const Field field = model.fields().front();
        model.begin_restore({field});
        model.restore(field, {0, states.size()}, std::as_bytes(std::span(states)));
        model.end_restore(0, 0);
        model.step(generations);
        model.read(field, {0, states.size()}, std::as_writable_bytes(std::span(states)));
      },
      on_one_thread, Start::Blank);
  return states;
}

TEST_P(OfCase, RanksDoWhatTheReferenceDoes) {
  constexpr u64 generations = 4;
  const std::vector<u8> states = expected(GetParam().spec, generations);
  const Lattice& lattice = GetParam().spec.lattice;
  for (const Engine& engine : engines_of(GetParam().spec, false)) {
    const Index ranks = engine.spec.plain ? 2 : 5;
    if (lattice.layers_of(lattice.global) < 2 * ranks) continue;
    EXPECT_TRUE(after_over_ranks(engine.spec, static_cast<int>(ranks), generations) == states)
        << engine.name << ", " << ranks << " ranks";
  }
}

TEST_P(OfCase, TheSequentialOrderDoesWhatTheReferenceDoes) {
  InteractionSpec spec = GetParam().spec;
  spec.order = UpdateOrder::Sequential;
  spec.refine = 1;
  const Backend backend{BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr};
  EXPECT_TRUE(after(spec, backend, 3, 1) == expected(spec, 3));
}

// The sites of this lattice have neighbours above and below: themselves, or beyond a wall.
TEST(SequentialOrder, StaysOnA3DLatticeOfOneLayer) {
  const Backend backend{BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr};
  for (const Boundary boundary : {Boundary::Periodic, Boundary::Fixed}) {
    InteractionSpec spec = cyclic(3, {23, 17, 1}, 3, boundary, 3);
    spec.order = UpdateOrder::Sequential;
    EXPECT_TRUE(after(spec, backend, 3, 1) == expected(spec, 3)) << static_cast<int>(boundary);
  }
}

INSTANTIATE_TEST_SUITE_P(Interaction, OfCase, testing::ValuesIn(cases()), [](const auto& named) {
  std::string name = named.param.name;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
});

}  // namespace
}  // namespace morula::test
