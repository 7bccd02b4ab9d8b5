// Persistence: preferred directions of cells, their turning, and their effect on the energy of copies.
#include <gtest/gtest.h>

#include <cmath>

#include "gpu/nvrtc.h"
#include "models/family.h"
#include "models/potts/engine/copy_attempt.h"
#include "models/potts/potts_model.h"
#include "models/potts/processes/persistence_process.h"
#include "models/potts/terms/persistence_term.h"
#include "runner/checkpoint.h"
#include "tests/io/temporary_folder.h"
#include "tests/potts/cases.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

const Backend persistent_on_one_thread{BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr};

PottsSpec persistent(unsigned dimensions, u64 replicas = 1) {
  PottsSpec spec =
      dimensions == 3
          ? two_kinds({13, 11, 9}, 3, {Boundary::Periodic, Boundary::Fixed, Boundary::Periodic}, 27)
          : two_kinds({31, 23, 1}, 2, {Boundary::Fixed, Boundary::Periodic, Boundary::Periodic}, 16);
  potts::set_persistence(spec, {{}, {12.5, 0.9}, {4, 0.5}});
  spec.replicas = replicas;
  return spec;
}

std::vector<Hash> persistent_hashes(const PottsSpec& spec, const Backend& backend) {
  const auto engine = potts::make_engine(spec, 3, backend);
  put(*engine, spec, tiles(spec, spec.lattice.dimensions == 3 ? 3 : 4));
  engine->advance(0, 10);
  engine->finish();
  std::vector<Hash> hashes = engine->hashes();
  for (u64 replica = 0; replica < spec.replicas; ++replica) hashes[replica] += engine->cells().hash(replica);
  return hashes;
}

TEST(PersistenceRule, TurnsTowardsTheLastDisplacement) {
  const std::vector<double> parameters = {100, 0, 0, -1, 0.75};
  persistence_cell cell{1, 2, 30, 0, 98, 30, 0, 0, 1, 0};
  cell = persistence_step(cell, parameters.data(), 7);
  const double length = std::sqrt(0.25 * 0.25 + 0.75 * 0.75);
  EXPECT_DOUBLE_EQ(cell.direction_x, 0.25 / length) << "4 sites across the edge";
  EXPECT_DOUBLE_EQ(cell.direction_y, 0.75 / length);
  EXPECT_EQ(cell.last_x, 2);
  const persistence_cell still = persistence_step(cell, parameters.data(), 8);
  EXPECT_EQ(still.direction_x, cell.direction_x) << "no displacement";
  persistence_cell first{1, 2, 30, 0, -1, -1, -1, 0, 1, 0};
  EXPECT_EQ(persistence_step(first, parameters.data(), 1).direction_y, 1) << "nothing is known before it";
  persistence_cell without_persistence{0, 2, 30, 0, 98, 30, 0, 0, 1, 0};
  EXPECT_EQ(persistence_step(without_persistence, parameters.data(), 1).direction_y, 1)
      << "a type without persistence";
}

// The contribution of directions to the energy of a copy: −λ d · n, only of the cell that gains the site.
TEST(Persistence, FavoursCopiesAlongTheDirection) {
  const PottsSpec spec = persistent(2);
  const potts::Energies energies = potts::fixed_point(spec);
  const potts::PaddedLattice padded(spec);
  const potts::SiteWords words(energies.types);
  const potts::CopyAttempt rule(spec, energies, padded, words);
  const double scale = static_cast<double>(energies.scale);
  std::vector<i32> linears(3 * 3);
  const std::array<double, 2> direction = {0.6, -0.8};
  for (std::size_t axis = 0; axis < 2; ++axis)
    linears[3 + axis] = drift_along(energies.drifts[1], direction[axis]);
  for (u32 direction_index = 0; direction_index < rule.directions(); ++direction_index) {
    const Neighbour& from = spec.copy.neighbours[direction_index];
    potts::Copy gaining{0, words.word(1, 1), direction_index}, losing{words.word(1, 1), 0, direction_index};
    rule.add_linear_part(gaining, nullptr, linears.data());
    rule.add_linear_part(losing, nullptr, linears.data());
    EXPECT_NEAR(gaining.local_energy / scale, 12.5 * (direction[0] * from.dx + direction[1] * from.dy),
                2 / scale);
    EXPECT_EQ(losing.local_energy, 0);
  }
}

TEST(Persistence, HasTheSameHashOnEveryProcessor) {
  for (const unsigned dimensions : {2u, 3u}) {
    const PottsSpec spec = persistent(dimensions, 2);
    const std::vector<Hash> expected = persistent_hashes(spec, persistent_on_one_thread);
    for (const auto& [name, backend] : available_backends())
      EXPECT_EQ(persistent_hashes(spec, backend), expected) << name;
    PottsSpec alone = persistent(dimensions);
    alone.first_replica = 1;
    EXPECT_EQ(persistent_hashes(alone, persistent_on_one_thread).front(), expected[1]);
  }
}

// A model made by the program's reader, with random directions, saved on one processor and restored on
// another.
TEST(Persistence, GoesOnOnAnotherProcessor) {
  auto tissue = std::make_shared<PottsSpec>(persistent(2));
  tissue->initial =
      std::vector<potts::Tiles>{{{{0, 0, 0}, {30, 22, 0}, false, {}, 0}, 4, std::nullopt, {0, 0.5, 0.5}}};
  Spec spec;
  spec.family = "potts";
  spec.section = tissue;
  const Family family = potts_family();
  const auto uninterrupted = family.make(spec, persistent_on_one_thread, Start::Initial);
  uninterrupted->step(11);
  const io::TemporaryFolder folder;
  for (const auto& [name, backend] : available_backends()) {
    const auto first = family.make(spec, backend, Start::Initial);
    first->step(5);
    save_state(*first, folder / "checkpoint.h5");
    const auto second = family.make(spec, persistent_on_one_thread, Start::Blank);
    load_state(*second, folder / "checkpoint.h5", nullptr, nullptr);
    EXPECT_EQ(second->hash(), first->hash()) << name;
    second->step(6);
    EXPECT_EQ(second->hash(), uninterrupted->hash()) << name;
  }
}

TEST(Persistence, DrawsDirectionsOfLengthOne) {
  for (const unsigned dimensions : {2u, 3u}) {
    const PottsSpec spec = persistent(dimensions);
    potts::CellTable table(spec, std::vector<u8>{0, 1, 2, 1, 2});
    table.draw_initial(spec, 5);
    for (u64 cell = 1; cell < 5; ++cell) {
      double square = 0;
      for (const std::string& name : potts::direction_columns)
        square += std::pow(table.number(table.place(name), cell), 2);
      EXPECT_NEAR(square, 1, 1e-12);
    }
    EXPECT_NE(table.number(table.place("direction_x"), 1), table.number(table.place("direction_x"), 3));
  }
}

TEST(PottsNvrtc, CompilesPersistence) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  EXPECT_FALSE(gpu::Nvrtc().compile(potts::engine_sources(persistent(2), true).front(), 90u).empty());
}

}  // namespace
}  // namespace morula::test
