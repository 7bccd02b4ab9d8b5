// Threads that share replicas, rows of blocks and words of a row. This test is for the thread sanitizer.
#include <gtest/gtest.h>

#include "models/interaction/interaction_engine.h"
#include "tests/interaction/cases.h"

namespace morula::test {
namespace {

std::vector<Hash> hashes_after(const InteractionSpec& spec, unsigned threads) {
  const auto engine =
      make_engine(spec, 5, {BackendKind::Cpu, std::make_shared<ThreadPool>(threads), nullptr});
  const u64 sites = spec.lattice.global.sites();
  std::vector<u8> states(spec.replicas * sites);
  for (u64 i = 0; i < states.size(); ++i) states[i] = static_cast<u8>(i * i % 1009 % spec.states());
  engine->write({0, states.size()}, states);
  engine->step(0, 4);
  engine->read({0, states.size()}, states);
  return engine->hashes();
}

TEST(SpeciesOnThreads, DoWhatOneThreadDoes) {
  InteractionSpec rows = cyclic(3, {514, 34, 1}, 2, Boundary::Periodic, 2);
  InteractionSpec walls = cyclic(4, {200, 33, 1}, 2, Boundary::Fixed, 1);
  InteractionSpec replicas = cyclic(3, {70, 20, 1}, 2, Boundary::Periodic, 2);
  replicas.replicas = 5;
  InteractionSpec odd = cyclic(3, {301, 33, 1}, 2, Boundary::Periodic, 2);
  InteractionSpec cube = cyclic(3, {65, 18, 7}, 3, Boundary::Periodic, 3);
  InteractionSpec folded = cyclic(3, {62, 18, 16}, 3, Boundary::Periodic, 3);
  InteractionSpec kin = cyclic(3, {203, 31, 1}, 2, Boundary::Periodic, 2);
  kin.variant.needs_kin = 1;
  InteractionSpec many = cyclic(40, {131, 33, 1}, 2, Boundary::Fixed, 2);
  for (InteractionSpec* spec : {&rows, &walls, &replicas, &odd, &cube, &folded, &kin, &many})
    for (const bool plain : {false, true}) {
      spec->plain = plain;
      const std::vector<Hash> alone = hashes_after(*spec, 1);
      for (const unsigned threads : {2u, 3u, 4u})
        EXPECT_EQ(hashes_after(*spec, threads), alone) << (plain ? "plain" : "fast") << ", " << threads;
    }
}

}  // namespace
}  // namespace morula::test
