// Threads that walk through a sub-step together give the same result as one thread.
#include <gtest/gtest.h>

#include "models/potts/engine/claimed_parts.h"
#include "tests/potts/cases.h"

namespace morula::test {
namespace {

struct Answer {
  std::vector<Hash> hashes;
  std::vector<u64> accepted;
  std::vector<i32> numbers;
  friend bool operator==(const Answer&, const Answer&) = default;
};

Answer answer_of(const PottsSpec& spec, const Tissue& tissue, unsigned threads, u64 steps) {
  const auto engine = potts::make_on_threads(spec, 5, std::make_shared<ThreadPool>(threads));
  put(*engine, spec, tissue);
  engine->step(0, 1);
  engine->step(1, steps - 1);
  return {engine->hashes(), engine->accepted(), engine->numbers(0)};
}

void expect_the_same(const PottsSpec& spec, const Tissue& tissue, u64 steps) {
  const Answer answer = answer_of(spec, tissue, 1, steps);
  EXPECT_GT(answer.accepted[0], 0u);
  for (const unsigned threads : {2u, 3u, 5u})
    EXPECT_EQ(answer_of(spec, tissue, threads, steps), answer) << threads << " threads";
}

// Regions of one site lie at every second site along each axis, so that many attempts share a cell. The
// lattice is large enough for all threads.
PottsSpec crowded(Boundaries boundary) {
  PottsSpec spec = two_kinds({96, 76, 1}, 2, boundary, 16);
  spec.region_side = 1;
  return spec;
}

TEST(PottsThreads, AnswerAsOne) {
  const PottsSpec spec = crowded({Boundary::Periodic, Boundary::Fixed, Boundary::Fixed});
  expect_the_same(spec, tiles(spec, 4), 6);
}

TEST(PottsThreads, AnswerAsOneWithEveryTerm) {
  PottsSpec spec = crowded(Boundary::Periodic);
  set_surface(spec, 1, Constraint{14, 0.5});
  set_connected(spec, 1);
  set_potential(spec, 2, {2, 1, 0});
  expect_the_same(spec, tiles(spec, 4), 6);
}

TEST(PottsThreads, AnswerAsOneWhereCopiesAreExclusive) {
  PottsSpec spec = crowded(Boundary::Periodic);
  spec.exclusive = true;
  expect_the_same(spec, tiles(spec, 4), 6);
}

TEST(PottsThreads, AnswerAsOneInThreeDimensions) {
  PottsSpec spec = two_kinds({24, 22, 24}, 3, Boundary::Periodic, 27);
  spec.region_side = 1;
  expect_the_same(spec, tiles(spec, 3), 3);
}

// There are so many attempts at few cells that numbers change by more than allowed for, and sub-steps are
// repeated.
TEST(PottsThreads, AnswerAsOneWhereFewCellsAreMixed) {
  PottsSpec spec = crowded(Boundary::Periodic);
  spec.adhesion.assign(9, -1);
  for (const std::size_t type : {1u, 2u}) set_volume(spec, type, Constraint{900, 1});
  expect_the_same(spec, tiles(spec, 30), 6);
}

TEST(ClaimedParts, AreClaimedOnceARound) {
  constexpr u32 parts = 7, threads = 3;
  potts::ClaimedParts claimed(parts, threads);
  for (u64 round = 1; round < 4; ++round) {
    EXPECT_EQ(claimed.claim(0, round), 0u);
    EXPECT_EQ(claimed.claim(1, round), 2u);
    EXPECT_EQ(claimed.claim(2, round), 4u);
    std::vector<u32> claimed_from_others;
    while (const auto part = claimed.claim(2, round)) claimed_from_others.push_back(*part);
    EXPECT_EQ(claimed_from_others, (std::vector<u32>{5, 6, 1, 3}));
  }
}

}  // namespace
}  // namespace morula::test
