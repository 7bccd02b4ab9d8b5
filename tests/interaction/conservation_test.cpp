// Individuals that only move are never lost, created or turned into others, in every mode and on every
// processor.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>

#include "core/stream.h"
#include "models/interaction/interaction_engine.h"
#include "tests/interaction/cases.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

using Histogram = std::array<u64, 256>;

Histogram histogram_of(std::span<const u8> states) {
  Histogram histogram{};
  for (const u8 state : states) ++histogram[state];
  return histogram;
}

// Five species, two of which are absent from the start: a wrong bit could turn others into these.
InteractionSpec moving(Extent extent, unsigned dimensions, Boundary boundary, unsigned reach,
                       RuleVariant variant) {
  InteractionSpec spec = cyclic(5, extent, dimensions, boundary, reach);
  spec.variant = variant;
  for (Species& species : spec.species) {
    species.mobility = 0.875;
    species.reproduction = 0;
  }
  spec.predation.assign(25, 0.0);
  return spec;
}

std::vector<u8> moving_start(u64 sites) {
  std::vector<u8> states(sites);
  for (u64 i = 0; i < sites; ++i) states[i] = std::array<u8, 4>{0, 1, 3, 5}[draw({5, 6}, i, 0, 0).x % 4];
  return states;
}

std::vector<Case> moving_cases() {
  constexpr Boundary torus = Boundary::Periodic, walls = Boundary::Fixed;
  std::vector<Case> list;
  for (const u32 swaps : {1u, 0u}) {
    const std::string mobility = swaps ? "swap" : "into_empty";
    const RuleVariant free{swaps, 0, 0}, kin{swaps, 1, 0};
    list.push_back({mobility + "_even", moving({8, 8, 1}, 2, torus, 2, free)});
    list.push_back({mobility + "_odd", moving({9, 7, 1}, 2, torus, 1, free)});
    list.push_back({mobility + "_walls", moving({8, 7, 1}, 2, walls, 2, free)});
    list.push_back({mobility + "_with_kin", moving({9, 8, 1}, 2, torus, 2, kin)});
    list.push_back({mobility + "_3D", moving({4, 4, 4}, 3, torus, 3, free)});
    list.push_back({mobility + "_3D_odd_with_kin_walls", moving({5, 4, 3}, 3, walls, 2, kin)});
    list.push_back({mobility + "_sequential", moving({8, 8, 1}, 2, torus, 2, free)});
    list.back().spec.order = UpdateOrder::Sequential;
  }
  return list;
}

class OfMoving : public testing::TestWithParam<Case> {};

// Starting a phase of so few sites takes longer than the phase itself, on many threads and on devices. A
// million generations are therefore run only on one thread, in ./test --full; other tests compare the states
// of all other processors with those of one thread.
u64 generations_on(const NamedBackend& processor) {
  const bool alone = !processor.backend.device && processor.backend.threads->size() == 1;
  if (std::getenv("MORULA_FULL")) return alone ? 1'000'000 : 10'000;
  return alone ? 20'000 : 100;
}

void expect_conserved(const InteractionSpec& spec, const NamedBackend& processor) {
  const auto engine = make_engine(spec, 3, processor.backend);
  const std::vector<u8> before = moving_start(spec.lattice.global.sites());
  engine->write({0, before.size()}, before);
  const u64 part = generations_on(processor) / 10;
  std::vector<u8> states(before.size()), last = before;
  for (u64 done = 0; done < 10 * part; done += part) {
    engine->step(done, part);
    engine->finish();
    engine->read({0, states.size()}, states);
    ASSERT_EQ(histogram_of(states), histogram_of(before)) << "after " << done + part << " generations";
    const Histogram expected = histogram_of(before);
    ASSERT_EQ(engine->count_states(), std::vector<u64>(expected.begin(), expected.begin() + 6));
    EXPECT_NE(states, last) << "individuals move";
    last = states;
  }
}

TEST_P(OfMoving, IndividualsAreConserved) {
  InteractionSpec spec = GetParam().spec;
  for (const NamedBackend& processor : available_backends()) {
    if (spec.order == UpdateOrder::Sequential && processor.backend.device) continue;
    for (const bool plain : {true, false}) {
      SCOPED_TRACE(processor.name + (plain ? ", plain" : ", bit planes"));
      spec.plain = plain;
      expect_conserved(spec, processor);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Interaction, OfMoving, testing::ValuesIn(moving_cases()),
                         [](const auto& named) { return named.param.name; });

}  // namespace
}  // namespace morula::test
