// Threads that share replicas, rows of blocks and words of a row: what the thread sanitizer is to look at.
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
  for (InteractionSpec* spec : {&rows, &walls, &replicas})
    for (const bool plain : {false, true}) {
      spec->plain = plain;
      EXPECT_EQ(hashes_after(*spec, 4), hashes_after(*spec, 1)) << (plain ? "plain" : "bit planes");
    }
}

}  // namespace
}  // namespace morula::test
