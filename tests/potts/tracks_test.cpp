// Paths of cells continue across periodic edges and after a state is restored.
#include <gtest/gtest.h>

#include "models/catalogue.h"
#include "models/potts/observe/cell_paths.h"
#include "runner/checkpoint.h"
#include "runner/run.h"
#include "tests/io/temporary_folder.h"

namespace morula::test {
namespace {

using potts::CellPaths;
using potts::Point;

TEST(CellPaths, GoOnAcrossPeriodicEdges) {
  const Lattice lattice =
      Lattice::whole({100, 50, 1}, 2, {Boundary::Periodic, Boundary::Fixed, Boundary::Periodic});
  CellPaths paths(3);
  EXPECT_EQ(paths.note(lattice, 2, {98, 10, 0}), (Point{98, 10, 0}));
  for (int again = 0; again < 2; ++again)
    EXPECT_EQ(paths.note(lattice, 2, {2.5, 45, 0}), (Point{102.5, 45, 0})) << "walls are not crossed";
  EXPECT_EQ(paths.note(lattice, 2, {40, 45, 0}), (Point{140, 45, 0}));
  EXPECT_EQ(paths.note(lattice, 2, {80, 45, 0}), (Point{180, 45, 0}));
  EXPECT_EQ(paths.note(lattice, 2, {20, 45, 0}), (Point{220, 45, 0}));
  EXPECT_EQ(paths.note(lattice, 2, {90, 45, 0}), (Point{190, 45, 0}));
  EXPECT_EQ(paths.note(lattice, 1, {90, 45, 0}), (Point{90, 45, 0})) << "each cell has its own";
}

const char* const drifting = R"(
model: potts
seed: 3
steps: 60
replicas: 2
lattice: {size: [30, 20], boundary: periodic}
potts:
  temperature: 10
  order: edges
  types: [medium, cell]
  adhesion: {medium-cell: 4, cell-cell: 4}
  volume: {cell: {target: 36, strength: 1}}
  potential: {cell: [20, 0]}
initial: {cells: {box: {from: [20, 6], to: [25, 11]}, type: cell}}
output: {tracks: {every: 5}}
)";

std::vector<double> tracked(Model& model) {
  const std::vector<Table> tables = model.tables();
  std::vector<double> x;
  model.read_table(*std::ranges::find(tables, "tracks", &Table::name),
                   [&](std::span<const Number> row) { x.push_back(std::get<double>(row[3])); });
  return x;
}

TEST(Tracks, GoOnAfterAStateIsRestored) {
  const Spec spec = read_model({{"drifting.yaml", drifting}, {}, {}});
  ASSERT_TRUE(spec.family_outputs.front().observe);
  const Backend backend{BackendKind::Cpu, std::make_shared<ThreadPool>(2), nullptr};
  const auto uninterrupted = make_model(spec, backend, Start::Initial);
  const io::TemporaryFolder folder;
  std::vector<std::vector<double>> expected;
  for (int i = 0; i < 12; ++i) {
    expected.push_back(tracked(*uninterrupted));
    if (i == 6) save_state(*uninterrupted, folder / "checkpoint.h5");
    uninterrupted->step(5);
  }
  ASSERT_EQ(expected.front().size(), 2u) << "a row for each replica";
  EXPECT_EQ(expected.front(), (std::vector<double>{22.5, 22.5}));
  EXPECT_GT(expected.back()[0], 35) << "beyond the edge at 30";
  const auto again = make_model(spec, backend, Start::Blank);
  load_state(*again, folder / "checkpoint.h5", nullptr, nullptr);
  for (int i = 6; i < 12; ++i) {
    EXPECT_EQ(tracked(*again), expected[static_cast<std::size_t>(i)]) << i;
    again->step(5);
  }
  EXPECT_EQ(again->hash(), uninterrupted->hash());
}

}  // namespace
}  // namespace morula::test
