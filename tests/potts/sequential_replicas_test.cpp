// Replicas in the sequential order share the threads without influencing each other.
#include <gtest/gtest.h>

#include "tests/potts/cases.h"

namespace morula::test {
namespace {

struct BatchOutcome {
  std::vector<Hash> hashes;
  std::vector<u64> accepted;
  friend bool operator==(const BatchOutcome&, const BatchOutcome&) = default;
};

BatchOutcome outcome_of(PottsSpec spec, u64 first, u64 replicas, unsigned threads) {
  spec.order = potts::UpdateOrder::Sequential;
  spec.first_replica = first;
  spec.replicas = replicas;
  const auto engine =
      potts::make_engine(spec, 3, {BackendKind::Cpu, std::make_shared<ThreadPool>(threads), nullptr});
  put(*engine, spec, tiles(spec, 4));
  engine->step(0, 3);
  engine->step(3, 5);
  return {engine->hashes(), engine->accepted()};
}

TEST(SequentialReplicas, AreTheSameOnAnyNumberOfThreads) {
  const PottsSpec spec = two_kinds({23, 17, 1}, 2, Boundary::Periodic, 16);
  BatchOutcome alone;
  for (u64 replica = 2; replica < 9; ++replica) {
    const BatchOutcome outcome = outcome_of(spec, replica, 1, 1);
    alone.hashes.push_back(outcome.hashes.front());
    alone.accepted.push_back(outcome.accepted.front());
  }
  EXPECT_NE(alone.hashes[0], alone.hashes[1]);
  for (const unsigned threads : {1u, 2u, 3u, 8u})
    EXPECT_EQ(outcome_of(spec, 2, 7, threads), alone) << threads << " threads";
}

}  // namespace
}  // namespace morula::test
