// Threads that share the regions of a sub-step give the same result as one thread.
#include <gtest/gtest.h>

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
  const auto engine =
      potts::make_engine(spec, 5, {BackendKind::Cpu, std::make_shared<ThreadPool>(threads), nullptr});
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

// Regions are as wide as cells, so that many of them share a cell. The lattice is large enough for all
// threads.
PottsSpec crowded(Boundaries boundary) {
  PottsSpec spec = two_kinds({96, 76, 1}, 2, boundary, 16);
  spec.region_side = 4;
  spec.region_turns = 2;
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
  spec.region_side = 2;
  spec.region_turns.reset();
  spec.exclusive = true;
  expect_the_same(spec, tiles(spec, 4), 6);
}

TEST(PottsThreads, AnswerAsOneInThreeDimensions) {
  PottsSpec spec = two_kinds({24, 22, 24}, 3, Boundary::Periodic, 27);
  spec.region_side = 3;
  spec.region_turns = 1;
  expect_the_same(spec, tiles(spec, 3), 3);
}

// Every region waits for all that come before it.
TEST(PottsThreads, AnswerAsOneWhereFewCellsAreMixed) {
  PottsSpec spec = crowded(Boundary::Periodic);
  spec.adhesion.assign(9, -1);
  for (const std::size_t type : {1u, 2u}) set_volume(spec, type, Constraint{900, 1});
  expect_the_same(spec, tiles(spec, 30), 6);
}

// No region waits for another one, and many of them change the volumes of the same cells at the same time.
TEST(PottsThreads, CountCellsWhoseCopiesDoNotDependOnTheirVolume) {
  PottsSpec spec = crowded(Boundary::Periodic);
  spec.adhesion.assign(9, -1);
  for (const std::size_t type : {1u, 2u}) set_volume(spec, type, Constraint{900, 0});
  expect_the_same(spec, tiles(spec, 30), 40);
}

}  // namespace
}  // namespace morula::test
