// Both engines on every processor, apart from stepping: the same initial state, hash and counts, and slabs
// that are read and written.
#include <gtest/gtest.h>

#include <array>

#include "core/mix.h"
#include "core/stream.h"
#include "tests/automaton/cases.h"
#include "tests/support/backends.h"
#include "tests/support/observation.h"

namespace morula::test {
namespace {

const std::array both_engines = {"bitplane", "plain"};

Spec small_life(const char* engine, unsigned seed = 1, double density = 0.3) {
  return spec_from(soup("[97, 61]", "fixed", "moore", "B3/S23", seed, density, engine));
}

TEST(AutomatonEngines, HashIsTheSumOverCanonicalCells) {
  for (const NamedBackend& named : available_backends())
    for (const char* engine : both_engines) {
      const auto model = make_model(
          spec_from(soup("[33, 47, 29]", "periodic", "26", "B5/S4,5", 1, 0.3, engine)), named.backend);
      model->step(3);
      const std::vector<u8> states = states_of(*model);
      u64 sum = 0;
      for (std::size_t i = 0; i < states.size(); ++i) sum += hash_term(0, i, states[i]);
      EXPECT_EQ(model->hash().value, sum) << named.name << ", " << engine;
    }
}

TEST(AutomatonEngines, InitialStateIsAddressedByCell) {
  const u32x2 key = stream(5, Purpose::InitialState);
  for (const NamedBackend& named : available_backends())
    for (const char* engine : both_engines) {
      const std::vector<u8> states = states_of(*make_model(small_life(engine, 5, 0.25), named.backend));
      for (u64 i = 0; i < states.size(); ++i) {
        const u32x4 words = draw(key, i / 4, 0, 0);
        const u32 word = i % 4 == 0 ? words.x : i % 4 == 1 ? words.y : i % 4 == 2 ? words.z : words.w;
        ASSERT_EQ(states[i], word < 0x40000000u ? 1 : 0) << named.name << ", " << engine << " cell " << i;
      }
    }
}

TEST(AutomatonEngines, DensityZeroAndOneAreExact) {
  for (const NamedBackend& named : available_backends())
    for (const char* engine : both_engines)
      for (const int density : {0, 1}) {
        const auto model = make_model(small_life(engine, 1, density), named.backend);
        for (const u8 state : states_of(*model)) ASSERT_EQ(state, density) << named.name << ", " << engine;
      }
}

// On a device, more than 16 states are counted by another method.
TEST(AutomatonEngines, CountsAreThoseOfTheCells) {
  for (const NamedBackend& named : available_backends())
    for (const char* engine : both_engines)
      for (const std::size_t number_of_states : {2u, 17u}) {
        const std::string rule = number_of_states == 2 ? "B3/S23" : "B2/S3/C17";
        const auto model =
            make_model(spec_from(soup("[97, 61]", "fixed", "moore", rule, 1, 0.3, engine)), named.backend);
        model->step(10);
        std::vector<std::uint64_t> cells(number_of_states);
        for (const u8 state : states_of(*model)) ++cells[state];
        const Observation observation = observe_first(*model);
        ASSERT_EQ(observation.size(), number_of_states);
        EXPECT_EQ(observation[1].name, "count_1");
        for (std::size_t state = 0; state < number_of_states; ++state)
          EXPECT_EQ(std::get<std::uint64_t>(observation[state].value), cells[state])
              << named.name << ", " << engine << ", " << rule << ", state " << state;
      }
}

// A state that the bit-plane engine has on any backend is restored by either engine on any other backend. The
// run continues there, and ends where an uninterrupted run of the plain engine ends.
TEST(AutomatonEngines, StatesMoveBetweenBackends) {
  const auto spec = [](const char* engine) {
    return spec_from(soup("[33, 47, 29]", "fixed", "18", "B4/S3,4,5", 1, 0.3, engine));
  };
  const auto backends = available_backends();
  const auto uninterrupted = make_model(spec("plain"), backends.front().backend);
  uninterrupted->step(6);
  for (const NamedBackend& from : backends) {
    const auto first = make_model(spec("bitplane"), from.backend);
    first->step(2);
    const std::vector<u8> states = states_of(*first);
    const Field field = first->fields().front();
    for (const NamedBackend& to : backends)
      for (const char* engine : both_engines) {
        const auto second = make_model(spec(engine), to.backend, Start::Blank);
        for (const Slab& slab : slabs_of(field, 777))
          second->restore(field, slab, std::as_bytes(std::span(states)).subspan(slab.first, slab.count));
        second->end_restore(first->time(), 0);
        second->step(4);
        EXPECT_EQ(second->hash(), uninterrupted->hash()) << from.name << " to " << to.name << ", " << engine;
        EXPECT_EQ(second->time(), 6u);
      }
  }
}

TEST(AutomatonEngines, AStateThatIsNoStateIsRefused) {
  const Spec spec = spec_from(soup("[8, 8]", "fixed", "moore", "B3/S23"));
  for (const NamedBackend& named : available_backends()) {
    const auto model = make_model(spec, named.backend);
    const std::vector<std::byte> wrong(8, std::byte{2});
    EXPECT_THROW(model->check(model->fields().front(), wrong), StateError) << named.name;
  }
}

TEST(AutomatonEngines, FootprintCoversTheBuffers) {
  const Spec spec = spec_from(soup("[1000, 500]", "fixed", "moore", "B3/S23", 1, 0.3, "plain"));
  const Family& family = family_of(spec);
  const auto on = [](BackendKind kind) { return Backend{kind, std::make_shared<ThreadPool>(1), nullptr}; };
  EXPECT_GE(family.footprint(spec, on(BackendKind::Cpu)).host_bytes, 2u * 1000 * 500);
  const Spec bitplane = spec_from(soup("[100000, 5000]", "fixed", "moore", "B3/S23"));
  EXPECT_GE(family.footprint(bitplane, on(BackendKind::Cpu)).host_bytes, 2u * 100000 * 5000 / 8);
  EXPECT_LE(family.footprint(bitplane, on(BackendKind::Cpu)).host_bytes,
            2u * 100000 * 5000 / 7 + 2 * slab_bytes);
  EXPECT_EQ(family.footprint(spec, on(BackendKind::Cuda)).device_bytes, 1000u * 500 + 2 * 1024 / 8 * 500);
  EXPECT_EQ(family.footprint(spec, on(BackendKind::Cuda)).largest_buffer, 1000u * 500);
}

}  // namespace
}  // namespace morula::test
