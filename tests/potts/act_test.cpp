// Crawling cells: the mean activity in whole numbers, and the steps in which sites were gained, which are
// part of the state.
#include <gtest/gtest.h>

#include <cmath>

#include "models/family.h"
#include "models/potts/engine/copy_attempt.h"
#include "models/potts/potts_model.h"
#include "runner/checkpoint.h"
#include "tests/io/temporary_folder.h"
#include "tests/potts/cases.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

const Backend crawling_on_one_thread{BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr};

PottsSpec crawling(unsigned dimensions, u64 replicas = 1) {
  PottsSpec spec =
      dimensions == 3
          ? two_kinds({13, 11, 9}, 3, {Boundary::Periodic, Boundary::Fixed, Boundary::Periodic}, 27)
          : two_kinds({61, 47, 1}, 2, {Boundary::Fixed, Boundary::Periodic, Boundary::Periodic}, 36);
  set_act(spec, 1, {6, 150, false});
  set_act(spec, 2, {15, 80.5, true});
  set_surface(spec, 1, Constraint{30, 0.5});
  spec.region_side.reset();
  spec.region_turns.reset();
  spec.replicas = replicas;
  return spec;
}

std::vector<Hash> hashes_after(const PottsSpec& spec, const Backend& backend, u64 steps) {
  const auto engine = potts::make_engine(spec, 3, backend);
  put(*engine, spec, tiles(spec, spec.lattice.dimensions == 3 ? 3 : 6));
  engine->advance(0, steps);
  engine->finish();
  return engine->hashes();
}

// The energy of a copy out of a cell that is a 3 x 3 block in the middle of a lattice. `gains` are the steps
// in which its sites were gained.
double energy_of_copy(const std::vector<u32>& gains, const potts::Act& act, u32 time) {
  PottsSpec spec = two_kinds({9, 9, 1}, 2, Boundary::Periodic, 9);
  set_act(spec, 1, act);
  const potts::Energies energies = potts::fixed_point(spec);
  const potts::PaddedLattice padded(spec);
  const potts::SiteWords words(energies.types);
  const potts::CopyAttempt rule(spec, energies, padded, words);
  std::vector<u32> memory(2 * padded.size);
  for (u32 i = 0; i < 9; ++i) {
    memory[padded.index(3 + i % 3, 3 + i / 3, 0)] = words.word(1, 1);
    memory[padded.size + padded.index(3 + i % 3, 3 + i / 3, 0)] = gains[i];
  }
  // The copy goes from the middle of the block into its corner.
  u32 direction = 0;
  while (rule.sources()[direction] != padded.distance({-1, -1, 0})) ++direction;
  const u32* const at = &memory[padded.index(5, 5, 0)];
  potts::Copy with{0, at[0], direction}, without = with;
  std::array<NumberChanges, potts::most_kept> changes;
  rule.weigh<0>(at, time, with, changes.data());
  rule.weigh<0>(at, time + 5000, without, changes.data());  // no site is active at this time
  return static_cast<double>(with.local_energy - without.local_energy) / static_cast<double>(energies.scale);
}

TEST(Act, FavoursCopiesByTheMeanActivity) {
  for (const u32 maximum : {1u, 7u, 30u, 2000u})
    for (u64 number = 0; number < 8; ++number) {
      std::vector<u32> gains;
      double product = 1, sum = 0, corner_product = 1, corner_sum = 0;
      for (u32 i = 0; i < 9; ++i) {
        const u32 since = draw(u32x2{3, maximum}, number, i, 0).x % maximum;
        gains.push_back(2001 - since);
        product *= std::pow(maximum - since, 1 / 9.0);
        sum += maximum - since;
        if (i == 4 || i == 5 || i == 7 || i == 8) {  // the corner and its neighbours
          corner_product *= std::pow(maximum - since, 1 / 4.0);
          corner_sum += maximum - since;
        }
      }
      const double geometric = 200 * (corner_product - product) / maximum,
                   arithmetic = 200 * (corner_sum / 4 - sum / 9) / maximum;
      EXPECT_NEAR(energy_of_copy(gains, {maximum, 200, false}, 2001), geometric, 0.002);
      EXPECT_NEAR(energy_of_copy(gains, {maximum, 200, true}, 2001), arithmetic, 0.002);
      gains[0] = 0;
      EXPECT_NEAR(energy_of_copy(gains, {maximum, 200, false}, 2001), 200 * corner_product / maximum, 0.002)
          << "one site without activity";
    }
}

TEST(Act, HasTheSameHashOnEveryProcessor) {
  for (const unsigned dimensions : {2u, 3u}) {
    const PottsSpec spec = crawling(dimensions, 2);
    const std::vector<Hash> expected = hashes_after(spec, crawling_on_one_thread, 12);
    for (const auto& [name, backend] : available_backends())
      EXPECT_EQ(hashes_after(spec, backend, 12), expected) << name;
    PottsSpec alone = crawling(dimensions);
    alone.first_replica = 1;
    EXPECT_EQ(hashes_after(alone, crawling_on_one_thread, 12).front(), expected[1]);
    PottsSpec weaker = spec;
    set_act(weaker, 1, {6, 90, false});
    EXPECT_NE(hashes_after(weaker, crawling_on_one_thread, 12), expected);
  }
}

// A model made by the program's reader, saved on one processor and restored on another.
TEST(Act, GoesOnOnAnotherProcessor) {
  for (const auto order : {potts::UpdateOrder::Parallel, potts::UpdateOrder::Sequential}) {
    auto tissue = std::make_shared<PottsSpec>(crawling(2));
    tissue->order = order;
    tissue->initial =
        std::vector<potts::Tiles>{{{{0, 0, 0}, {60, 46, 0}, false, {}, 0}, 6, std::nullopt, {0, 0.5, 0.5}}};
    Spec spec;
    spec.family = "potts";
    spec.section = tissue;
    const Family family = potts_family();
    const auto uninterrupted = family.make(spec, crawling_on_one_thread, Start::Initial);
    uninterrupted->step(11);
    const io::TemporaryFolder folder;
    for (const auto& [name, backend] : available_backends()) {
      if (order == potts::UpdateOrder::Sequential && backend.kind != BackendKind::Cpu) continue;
      const auto first = family.make(spec, backend, Start::Initial);
      first->step(5);
      save_state(*first, folder / "checkpoint.h5");
      const auto second = family.make(spec, crawling_on_one_thread, Start::Blank);
      load_state(*second, folder / "checkpoint.h5", nullptr, nullptr);
      EXPECT_EQ(second->hash(), first->hash()) << name;
      second->step(2);
      save_state(*second, folder / "checkpoint.h5");
      const auto third = family.make(spec, backend, Start::Blank);
      load_state(*third, folder / "checkpoint.h5", nullptr, backend.device.get());
      third->step(4);
      EXPECT_EQ(third->hash(), uninterrupted->hash()) << name;
    }
  }
}

}  // namespace
}  // namespace morula::test
