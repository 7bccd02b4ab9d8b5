// What every engine must do besides stepping: the same initial state, hash, counts, and slabs in and out.
#include <gtest/gtest.h>

#include <numeric>

#include "core/mix.h"
#include "core/stream.h"
#include "tests/automaton/cases.h"
#include "tests/support/backends.h"
#include "tests/support/observation.h"

namespace morula::test {
namespace {

TEST(AutomatonEngines, HashIsTheSumOverCanonicalCells) {
  const Spec spec = spec_from(soup("[33, 47, 29]", "periodic", "26", "B5/S4,5"));
  for (const NamedBackend& named : available_backends()) {
    const auto model = make_model(spec, named.backend);
    model->step(3);
    const std::vector<u8> states = states_of(*model);
    u64 sum = 0;
    for (std::size_t i = 0; i < states.size(); ++i) sum += hash_term(0, i, states[i]);
    EXPECT_EQ(model->hash().value, sum) << named.name;
  }
}

TEST(AutomatonEngines, InitialStateIsAddressedByCell) {
  const Spec spec = spec_from(soup("[97, 61]", "fixed", "moore", "B3/S23", 5, 0.25));
  const u32x2 key = stream(5, Purpose::InitialState);
  for (const NamedBackend& named : available_backends()) {
    const std::vector<u8> states = states_of(*make_model(spec, named.backend));
    for (u64 i = 0; i < states.size(); ++i) {
      const u32x4 words = draw(key, i / 4, 0, 0);
      const u32 word = i % 4 == 0 ? words.x : i % 4 == 1 ? words.y : i % 4 == 2 ? words.z : words.w;
      ASSERT_EQ(states[i], word < 0x40000000u ? 1 : 0) << named.name << " cell " << i;
    }
  }
}

TEST(AutomatonEngines, DensityZeroAndOneAreExact) {
  for (const NamedBackend& named : available_backends())
    for (const int density : {0, 1}) {
      const auto model =
          make_model(spec_from(soup("[97, 61]", "fixed", "moore", "B3/S23", 1, density)), named.backend);
      for (const u8 state : states_of(*model)) ASSERT_EQ(state, density) << named.name;
    }
}

TEST(AutomatonEngines, CountsAreThoseOfTheCells) {
  const Spec spec = spec_from(soup("[97, 61]", "periodic", "moore", "B3/S23"));
  for (const NamedBackend& named : available_backends()) {
    const auto model = make_model(spec, named.backend);
    model->step(10);
    const std::vector<u8> states = states_of(*model);
    const std::uint64_t live = std::accumulate(states.begin(), states.end(), std::uint64_t{0});
    const Observation observation = observe_first(*model);
    ASSERT_EQ(observation.size(), 2u);
    EXPECT_EQ(observation[0].name, "count_0");
    EXPECT_EQ(std::get<std::uint64_t>(observation[0].value), states.size() - live) << named.name;
    EXPECT_EQ(std::get<std::uint64_t>(observation[1].value), live) << named.name;
  }
}

// A state read from one backend goes into any other, and on it goes from there.
TEST(AutomatonEngines, StatesMoveBetweenBackends) {
  const Spec spec = spec_from(soup("[33, 47, 29]", "fixed", "18", "B4/S3,4,5"));
  const auto backends = available_backends();
  const auto whole = make_model(spec, backends.front().backend);
  whole->step(6);
  for (const NamedBackend& from : backends)
    for (const NamedBackend& to : backends) {
      const auto first = make_model(spec, from.backend);
      first->step(2);
      const auto second = make_model(spec, to.backend, Start::Blank);
      const std::vector<u8> states = states_of(*first);
      const Field field = first->fields().front();
      for (const Slab& slab : slabs_of(field, 777))
        second->restore(field, slab, std::as_bytes(std::span(states)).subspan(slab.first, slab.count));
      second->end_restore(first->time(), 0);
      second->step(4);
      EXPECT_EQ(second->hash(), whole->hash()) << from.name << " to " << to.name;
      EXPECT_EQ(second->time(), 6u);
    }
}

TEST(AutomatonEngines, AStateThatIsNoStateIsRefused) {
  const Spec spec = spec_from(soup("[8, 8]", "fixed", "moore", "B3/S23"));
  for (const NamedBackend& named : available_backends()) {
    const auto model = make_model(spec, named.backend);
    const std::vector<std::byte> wrong(8, std::byte{2});
    EXPECT_THROW(model->restore(model->fields().front(), {0, 8}, wrong), Error) << named.name;
  }
}

TEST(AutomatonEngines, FootprintCoversTheBuffers) {
  const Spec spec = spec_from(soup("[1000, 500]", "fixed", "moore", "B3/S23", 1, 0.3, "plain"));
  const Family& family = family_of(spec);
  const auto on = [](BackendKind kind) { return Backend{kind, std::make_shared<ThreadPool>(1), nullptr}; };
  EXPECT_GE(family.footprint(spec, on(BackendKind::Cpu)).host_bytes, 2u * 1000 * 500);
  const Spec bitplane = spec_from(soup("[100000, 5000]", "fixed", "moore", "B3/S23"));
  EXPECT_GE(family.footprint(bitplane, on(BackendKind::Cpu)).host_bytes, 2u * 100000 * 5000 / 8);
  EXPECT_LE(family.footprint(bitplane, on(BackendKind::Cpu)).host_bytes, 2u * 100000 * 5000 / 7 + 2 * slab_bytes);
  EXPECT_EQ(family.footprint(spec, on(BackendKind::Cuda)).device_bytes, 1000u * 500 + 2 * 1024 / 8 * 500);
  EXPECT_EQ(family.footprint(spec, on(BackendKind::Cuda)).largest_buffer, 1000u * 500);
}

}  // namespace
}  // namespace morula::test
