// The table of cells: centroids and displacements, also for cells that are too wide to have them.
#include "models/potts/observe/cell_table.h"

#include <gtest/gtest.h>

#include "tests/potts/cases.h"

namespace morula::test {
namespace {

using potts::Point;

constexpr u64 width = 20, height = 16;

PottsSpec spec_of_table() {
  return two_kinds({width, height, 1}, 2, {Boundary::Periodic, Boundary::Fixed, Boundary::Fixed}, 16);
}

struct Box {
  u32 cell;
  u64 left, right, top, bottom;
};
std::vector<potts::CellRow> rows_of(const PottsSpec& spec, const std::vector<Box>& boxes) {
  Tissue tissue{std::vector<u32>(width * height), {0, 1, 2, 1}};
  for (const Box& box : boxes)
    for (u64 y = box.top; y <= box.bottom; ++y)
      for (u64 x = box.left; x <= box.right; ++x) tissue.cells[y * width + x % width] = box.cell;
  const auto engine = potts::make_sequential(spec, 1, std::make_shared<ThreadPool>(1));
  put(*engine, spec, tissue);
  return potts::cell_rows(*engine, spec, 0);
}

const Box across_the_edge{1, 18, 21, 0, 3}, beside_it{2, 2, 3, 0, 1};

TEST(CellTable, HasTheCentroidAndTheContactsOfEveryCell) {
  const PottsSpec spec = spec_of_table();
  const auto rows = rows_of(spec, {across_the_edge, beside_it});
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].volume, 16u);
  EXPECT_EQ(rows[0].centroid, (Point{19.5, 1.5, 0}));
  EXPECT_EQ(rows[0].surface, 12u);
  EXPECT_EQ(rows[0].contacts, (std::vector<u64>{10, 0, 2}));
  EXPECT_EQ(rows[1].contacts, (std::vector<u64>{4, 2, 0}));
  const Point moved = potts::displacement(spec.lattice, {19.5, 1, 0}, {0.5, 3, 0});
  EXPECT_EQ(moved, (Point{1, 2, 0}));
}

TEST(CellTable, HasNoCentroidOfACellWiderThanHalfAPeriodicSide) {
  const PottsSpec spec = spec_of_table();
  const auto centroid_of = [&](const Box& box) { return rows_of(spec, {box}).front().centroid; };
  EXPECT_EQ(centroid_of({1, 15, 24, 8, 8}), (Point{19.5, 8, 0}));  // exactly half of the side
  EXPECT_FALSE(centroid_of({1, 15, 25, 8, 8}));
  EXPECT_FALSE(centroid_of({1, 0, 19, 8, 8}));                     // all round the axis
  EXPECT_EQ(centroid_of({1, 4, 5, 0, 15}), (Point{4.5, 7.5, 0}));  // from wall to wall
  const auto rows = rows_of(spec, {{1, 15, 25, 8, 8}, beside_it});
  EXPECT_EQ(rows[0].volume, 11u);
  EXPECT_EQ(rows[0].surface, 24u);
  EXPECT_EQ(rows[1].centroid, (Point{2.5, 0.5, 0})) << "other cells have theirs";
}

TEST(CellTable, LeavesCoordinatesEmptyWhereThereIsNoCentroid) {
  const PottsSpec spec = spec_of_table();
  const auto numbers = [&](const std::optional<Point>& before, const std::optional<Point>& now) {
    const potts::CellTable cells(spec, std::vector<u8>{0, 1, 2, 1});
    const std::vector<i32> volumes = {0, 9, 9, 11};
    const potts::CellValues values(spec, potts::fixed_point(spec), cells, volumes, 0);
    std::vector<Number> row;
    potts::add_row(spec, values, {3, 11, 24, now, {24, 0, 0}}, before, row);
    EXPECT_EQ(row[2], Number(u64{11})) << "the volume";
    EXPECT_EQ(row.size(), potts::cells_table(spec).columns.size());
    return std::vector<Number>(row.begin() + 4, row.begin() + 8);
  };
  const Number none = Absent{};
  EXPECT_EQ(numbers({}, {}), (std::vector<Number>{none, none, none, none}));
  EXPECT_EQ(numbers(Point{1, 2, 0}, {}), (std::vector<Number>{none, none, none, none}));
  EXPECT_EQ(numbers({}, Point{1, 2, 0}), (std::vector<Number>{1.0, 2.0, none, none}));
  EXPECT_EQ(numbers(Point{19, 4, 0}, Point{1, 2, 0}), (std::vector<Number>{1.0, 2.0, 2.0, -2.0}));
}

TEST(CellTracks, HaveADisplacementWhenTwoTablesInARowHaveACentroid) {
  potts::CellTracks tracks(2);
  const Point first{1, 2, 0}, second{2, 2, 0}, third{3, 3, 0};
  const auto noted = [&](u64 time, const std::optional<Point>& now) {
    tracks.begin_table(time);
    return tracks.note(1, now);
  };
  EXPECT_EQ(noted(0, first), first) << "no displacement in the first table";
  EXPECT_EQ(noted(5, second), first);
  EXPECT_EQ(noted(10, std::nullopt), second);
  EXPECT_EQ(noted(10, std::nullopt), second) << "written again after a resume";
  EXPECT_EQ(noted(15, std::nullopt), std::nullopt);
  EXPECT_EQ(noted(20, third), std::nullopt);
  EXPECT_EQ(noted(25, first), third);
}

}  // namespace
}  // namespace morula::test
