// Every engine on every processor against the reference, state by state.
#include "tests/interaction/reference.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "models/interaction/bitplane/bitplane_spec.h"
#include "models/interaction/interaction_engine.h"
#include "tests/interaction/cases.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

constexpr u64 seed = 7;

std::vector<u8> random_states(const InteractionSpec& spec, u64 replica) {
  std::vector<u8> states(spec.lattice.global.sites());
  for (u64 i = 0; i < states.size(); ++i)
    states[i] = static_cast<u8>(draw({11, static_cast<u32>(replica)}, i, 0, 0).x % spec.states());
  return states;
}

std::vector<u8> after(const InteractionSpec& spec, const Backend& backend, u64 generations, u64 batch) {
  const auto engine = make_engine(spec, seed, backend);
  const u64 sites = spec.lattice.global.sites();
  for (u64 replica = 0; replica < spec.replicas; ++replica)
    engine->write({replica * sites, sites}, random_states(spec, replica));
  for (u64 done = 0; done < generations; done += batch)
    engine->step(done, std::min(batch, generations - done));
  engine->finish();
  std::vector<u8> states(spec.replicas * sites);
  engine->read({0, states.size()}, states);
  return states;
}

std::vector<u8> expected(const InteractionSpec& spec, u64 generations) {
  std::vector<u8> all;
  for (u64 replica = 0; replica < spec.replicas; ++replica) {
    Reference reference(spec, seed, spec.first_replica + replica, random_states(spec, replica));
    for (u64 i = 0; i < generations; ++i) reference.generation();
    all.insert(all.end(), reference.states().begin(), reference.states().end());
  }
  return all;
}

// Where kernels take seconds to compile, each case has one of the two engines.
bool has_time_for(const NamedBackend& named, const std::string& name, bool plain) {
  return !is_slow(named) || std::getenv("MORULA_FULL") || (name.size() % 2 == 0) == plain;
}

TEST(BitPlanes, AreUsedWherePeriodicSidesAreEven) {
  constexpr Boundary periodic = Boundary::Periodic, walls = Boundary::Fixed;
  const auto used = [](Extent extent, Boundaries boundary) {
    return uses_bit_planes(cyclic(3, extent, 2, boundary, 2));
  };
  EXPECT_TRUE(used({98, 62, 1}, periodic) && used({97, 61, 1}, walls));
  EXPECT_TRUE(used({98, 61, 1}, {periodic, walls, walls}) && used({97, 62, 1}, {walls, periodic, walls}));
  EXPECT_FALSE(used({97, 62, 1}, {periodic, walls, walls}) || used({98, 61, 1}, {walls, periodic, walls}));
}

class OfCase : public testing::TestWithParam<Case> {};

TEST_P(OfCase, EveryEngineDoesWhatTheReferenceDoes) {
  constexpr u64 generations = 5;
  InteractionSpec spec = GetParam().spec;
  const std::vector<u8> states = expected(spec, generations);
  for (const NamedBackend& named : available_backends())
    for (const bool plain : {true, false}) {
      if (!has_time_for(named, GetParam().name, plain)) continue;
      spec.plain = plain;
      EXPECT_TRUE(after(spec, named.backend, generations, generations) == states)
          << named.name << (plain ? ", plain" : ", bit planes");
      EXPECT_TRUE(after(spec, named.backend, generations, 2) == states) << named.name << ", in batches";
    }
}

TEST_P(OfCase, CountsTakenOnTheWayAreThoseOfTheStates) {
  const InteractionSpec& spec = GetParam().spec;
  const u64 sites = spec.lattice.global.sites(), each = spec.replicas * spec.states();
  for (const auto& [name, backend] : available_backends()) {
    const auto stepped = make_engine(spec, seed, backend), counted = make_engine(spec, seed, backend);
    for (u64 replica = 0; replica < spec.replicas; ++replica)
      for (InteractionEngine* engine : {stepped.get(), counted.get()})
        engine->write({replica * sites, sites}, random_states(spec, replica));
    counted->step(0, 1);
    const std::vector<std::uint64_t> counts = counted->step_counting(1, 6, 3);  // at 3 and 6, and on to 7
    ASSERT_EQ(counts.size(), 2 * each) << name;
    for (std::size_t i = 0; i < 2; ++i) {
      stepped->step(i * 3, 3);
      const std::vector<std::uint64_t> expected_now = stepped->count_states();
      EXPECT_TRUE(
          std::equal(expected_now.begin(), expected_now.end(), counts.begin() + std::ptrdiff_t(i * each)))
          << name << ", time " << 3 * (i + 1);
    }
    stepped->step(6, 1);
    EXPECT_EQ(stepped->hashes(), counted->hashes()) << name;
  }
}

TEST(CountsTaken, MayBeDueLongAfterTheLastStep) {
  const InteractionSpec spec = cyclic(3, {64, 40, 1}, 2, Boundary::Periodic, 2);
  for (const auto& [name, backend] : available_backends())
    for (const u64 every : {u64{1} << 44, largest_when}) {
      const auto stepped = make_engine(spec, seed, backend), counted = make_engine(spec, seed, backend);
      for (InteractionEngine* engine : {stepped.get(), counted.get()})
        engine->write({0, spec.lattice.global.sites()}, random_states(spec, 0));
      stepped->step(0, 2);
      EXPECT_TRUE(counted->step_counting(0, 2, every).empty()) << name;
      EXPECT_EQ(counted->hashes(), stepped->hashes()) << name;
    }
}

// What an engine tells of three replicas, rates being set and replicas frozen on the way.
struct Told {
  std::vector<std::vector<std::uint64_t>> counts;
  std::vector<u8> states;
  std::vector<Hash> hashes;
  friend bool operator==(const Told&, const Told&) = default;
};

Told told_by(const InteractionSpec& spec, const Backend& backend) {
  const auto engine = make_engine(spec, seed, backend);
  const u64 sites = spec.lattice.global.sites(), amid = sites * 3 / 2;
  for (u64 replica = 0; replica < spec.replicas; ++replica)
    engine->write({replica * sites, sites}, random_states(spec, replica));
  engine->set_rates(1, rate_table(spec, 0.37));
  Told told;
  for (u64 done = 0; done < 3; ++done) {
    engine->step(done, 1);
    if (done < 2) engine->freeze(2 * done);
    told.counts.push_back(engine->count_states());
    if (done == 1) engine->write({amid, sites / 3}, std::vector<u8>(sites / 3, 1));
  }
  told.states.resize(sites - 1);
  engine->read({amid, told.states.size()}, told.states);
  told.hashes = engine->hashes();
  return told;
}

TEST_P(OfCase, EveryEngineTellsTheSame) {
  InteractionSpec spec = GetParam().spec;
  spec.feedback = Feedback{Rate::Mobility, 1, 0.1, 0.7};
  spec.replicas = 3;
  const auto backends = available_backends();
  spec.plain = true;
  const Told expected = told_by(spec, backends.front().backend);
  for (const auto& [name, backend] : backends) {
    // Kernels with feedback are others, and a processor takes seconds for each.
    if (backend.device && backend.device->info().is_cpu && GetParam().name.find("odd") == std::string::npos)
      continue;
    for (const bool plain : {true, false}) {
      spec.plain = plain;
      EXPECT_TRUE(told_by(spec, backend) == expected) << name << (plain ? ", plain" : ", bit planes");
    }
  }
}

TEST_P(OfCase, TheSequentialOrderDoesWhatTheReferenceDoes) {
  InteractionSpec spec = GetParam().spec;
  spec.order = Order::Sequential;
  spec.refine = 1;
  const Backend backend{BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr};
  EXPECT_TRUE(after(spec, backend, 3, 1) == expected(spec, 3));
}

// Its sites have neighbours above and below, which are themselves or beyond a wall.
TEST(SequentialOrder, StaysOnA3DLatticeOfOneLayer) {
  const Backend backend{BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr};
  for (const Boundary boundary : {Boundary::Periodic, Boundary::Fixed}) {
    InteractionSpec spec = cyclic(3, {23, 17, 1}, 3, boundary, 3);
    spec.order = Order::Sequential;
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
