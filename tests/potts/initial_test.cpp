// Initial states of tissues.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.h"
#include "io/document.h"
#include "models/catalogue.h"
#include "models/potts/initial/formula_cells.h"
#include "models/potts/initial/pif_file.h"
#include "models/potts/initial/starting_cells.h"
#include "tests/potts/cases.h"

namespace morula::test {
namespace {

using potts::Shape;
using potts::StartingCells;
using potts::Tiles;

std::vector<u32> all_sites(const StartingCells& start, const PottsSpec& spec) {
  std::vector<u32> cells(spec.lattice.global.sites());
  start.fill({0, cells.size()}, cells);
  return cells;
}

TEST(Tiles, FillABallAndShareOutTypes) {
  PottsSpec spec = two_kinds({64, 64, 1}, 2, Boundary::Periodic, 36);
  Tiles tiles{{{8, 8, 0}, {56, 56, 0}, true, {32, 32, 0}, 24}, 6, {}, {0, 0.25, 0.75}};
  spec.initial = std::vector{tiles};
  const StartingCells start(spec, 1, 0), again(spec, 1, 0), next_replica(spec, 1, 1);
  const std::vector<u32> cells = all_sites(start, spec);
  EXPECT_EQ(cells[0], 0u);
  EXPECT_NE(cells[32 * 64 + 32], 0u);
  const auto count = static_cast<double>(start.types().size() - 1);
  EXPECT_NEAR(count, 3.1416 * 24 * 24 / 36, 6);
  EXPECT_NEAR(static_cast<double>(std::ranges::count(start.types(), 1)), count / 4, 0.51);
  for (u32 cell = 1; cell < start.types().size(); ++cell) EXPECT_EQ(std::ranges::count(cells, cell), 36);
  EXPECT_EQ(again.types(), start.types());
  EXPECT_NE(next_replica.types(), start.types());
  std::vector<u32> part(100);
  start.fill({2000, 100}, part);
  EXPECT_TRUE(std::equal(part.begin(), part.end(), cells.begin() + 2000));
}

TEST(CellsByFormula, AreTheConnectedPartsOfATypeInEachCube) {
  Lattice lattice = Lattice::whole({6, 3, 1}, 2, {Boundary::Periodic, Boundary::Fixed, Boundary::Fixed});
  const std::vector<std::uint8_t> types = {1, 0, 2, 2, 0, 1,  //
                                           0, 0, 2, 1, 0, 1,  //
                                           1, 0, 2, 2, 0, 0};
  const potts::Labels without_width = potts::cells_of_types(types, lattice, std::nullopt);
  EXPECT_EQ(without_width.cells, (std::vector<u32>{1, 0, 2, 2, 0, 1,  //
                                                   0, 0, 2, 3, 0, 1,  //
                                                   4, 0, 2, 2, 0, 0}));
  EXPECT_EQ(without_width.types, (std::vector<std::uint8_t>{0, 1, 2, 1, 1}));
  const potts::Labels cubes = potts::cells_of_types(types, lattice, 2);
  EXPECT_EQ(cubes.cells, (std::vector<u32>{1, 0, 2, 2, 0, 3,  //
                                           0, 0, 2, 4, 0, 3,  //
                                           5, 0, 6, 6, 0, 0}));
}

TEST(CellsByFormula, AreReadFromTheModelFile) {
  const auto model = make_model(
      read_spec(
          io::parse_document(
              "model: potts\nseed: 4\nsteps: 1\nlattice: {size: [20, 10]}\npotts: {temperature: 10, types: "
              "[medium, light, dark], adhesion: {medium-light: 1, medium-dark: 1, light-light: 1, "
              "light-dark: 1, dark-dark: 1}, volume: {light: {target: 20, strength: 1}, dark: {target: 20, "
              "strength: 1}}}\ninitial: {formula: \"if x < 5 then medium else if x + y < 15 then light else "
              "dark\", width: 5}\noutput: {series: {every: 1}}\n",
              "m.yaml"),
          "."),
      {BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr});
  const std::vector<StateField> fields = model->fields();
  std::vector<u32> cells(200);
  model->read(fields[1], {0, 200}, std::as_writable_bytes(std::span(cells)));
  for (Index y = 0; y < 10; ++y)
    for (Index x = 0; x < 20; ++x) EXPECT_EQ(cells[y * 20 + x] == 0, x < 5) << x << ", " << y;
  EXPECT_EQ(cells[5], 1u);
  EXPECT_EQ(cells[9 * 20 + 19], cells[5 * 20 + 15]);
  EXPECT_NE(cells[9 * 20 + 19], cells[4 * 20 + 19]);
}

// Tiles that begin at the corner of the ball's box would be off centre by up to half a tile: here 9 of 49
// sites do not fill a tile.
TEST(Tiles, OfABallLieAroundItsCentre) {
  PottsSpec spec = two_kinds({64, 64, 1}, 2, Boundary::Periodic, 36);
  Tiles tiles{{{8, 8, 0}, {56, 56, 0}, true, {32, 32, 0}, 24}, 10, {}, {0, 1, 0}};
  tiles.first_tile = potts::first_tile_of_ball(tiles.shape, 10);
  spec.initial = std::vector{tiles};
  const std::vector<u32> cells = all_sites(StartingCells(spec, 1, 0), spec);
  for (Index y = 0; y < 64; ++y)
    for (Index x = 0; x < 64; ++x) {
      const bool is_cell = cells[y * 64 + x] != 0;
      // The middle of four tiles of 10 sites that begin at 12 is 31.5.
      ASSERT_EQ(cells[(63 - y) * 64 + x] != 0, is_cell) << x << ' ' << y;
      ASSERT_EQ(cells[y * 64 + 63 - x] != 0, is_cell) << x << ' ' << y;
    }
}

TEST(Tiles, OfABallThatTheLatticeCutsLieAsIfItWereWhole) {
  PottsSpec spec = two_kinds({64, 64, 1}, 2, Boundary::Periodic, 36);
  Tiles full_ball{{{8, 8, 0}, {56, 56, 0}, true, {32, 32, 0}, 24}, 10, {}, {0, 1, 0}}, cut = full_ball;
  cut.shape = {{0, 8, 0}, {39, 56, 0}, true, {15, 32, 0}, 24};  // 17 sites further left
  for (Tiles* tiles : {&full_ball, &cut}) tiles->first_tile = potts::first_tile_of_ball(tiles->shape, 10);
  spec.initial = std::vector{full_ball};
  const std::vector<u32> uncut_cells = all_sites(StartingCells(spec, 1, 0), spec);
  spec.initial = std::vector{cut};
  const std::vector<u32> cut_cells = all_sites(StartingCells(spec, 1, 0), spec);
  for (Index y = 0; y < 64; ++y)
    for (Index x = 5; x < 45; ++x)  // from the first complete tile on
      ASSERT_EQ(cut_cells[y * 64 + x] != 0, uncut_cells[y * 64 + x + 17] != 0) << x << ' ' << y;
}

TEST(Tiles, MayBeFewAndAtRandomOrOneWholeShape) {
  PottsSpec spec = two_kinds({30, 20, 10}, 3, Boundary::Fixed, 8);
  const Shape full_box{{0, 0, 0}, {29, 19, 9}, false, {}, 0};
  const Shape floor{{0, 0, 9}, {29, 19, 9}, false, {}, 0};
  spec.initial = std::vector{Tiles{floor, {}, {}, {0, 0, 1}}, Tiles{full_box, 2, 17, {0, 1, 0}}};
  const StartingCells start(spec, 1, 0);
  ASSERT_EQ(start.types().size(), 19u);
  const std::vector<u32> cells = all_sites(start, spec);
  EXPECT_EQ(std::ranges::count(cells, 1u), 600);
  EXPECT_EQ(start.types()[1], 2);
  for (u32 cell = 2; cell < 19; ++cell) EXPECT_GE(std::ranges::count(cells, cell), 4);
}

TEST(Pif, HoldsBoxesOfCells) {
  const PottsSpec spec = two_kinds({10, 8, 1}, 2, Boundary::Periodic, 8);
  const std::vector<std::string> types = {"medium", "light", "dark"};
  const auto labels = potts::read_pif(
      "# a comment\n7 light 1 3 2 4\n9 dark 5 6 0 0 0 0\n0 Medium 3 3 4 4\n\n7 light 1 1 5 5\n", "some.piff",
      spec.lattice, types);
  EXPECT_EQ(labels.types, (std::vector<u8>{0, 1, 2}));
  EXPECT_EQ(std::ranges::count(labels.cells, 1u), 9);
  EXPECT_EQ(std::ranges::count(labels.cells, 2u), 2);
  EXPECT_EQ(labels.cells[4 * 10 + 3], 0u);
}

TEST(Pif, SaysWhatIsWrongInWhichLine) {
  const PottsSpec spec = two_kinds({10, 8, 1}, 2, Boundary::Periodic, 8);
  try {
    potts::read_pif(
        "1 light 1 3 2 4\n1 dark 1 3 2 4\n2 lihgt 1 3 2 4\n3 light 1 10 2 4\n4 light 1\n5 light 3 1 0 0\n",
        "a.piff", spec.lattice, {"medium", "light", "dark"});
    FAIL();
  } catch (const SpecError& error) {
    ASSERT_EQ(error.problems().size(), 5u);
    EXPECT_EQ(to_string(error.problems()[0]),
              "a.piff:2:1: says that cell 1 is of type dark; an earlier line says light");
    EXPECT_EQ(error.problems()[1].place.line, 3);
    EXPECT_EQ(error.problems()[2].place.line, 4);
  }
}

}  // namespace
}  // namespace morula::test
