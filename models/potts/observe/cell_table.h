// The table of cells: a row for each cell that has sites.
#pragma once

#include <optional>
#include <vector>

#include "models/model.h"
#include "models/potts/engine/potts_engine.h"
#include "models/potts/observe/cell_tracks.h"
#include "models/potts/terms/length_term.h"

namespace morula::potts {

// Values of a cell that are derived from its sites.
struct CellRow {
  u32 cell = 0;
  u64 volume = 0, surface = 0;
  // On a periodic axis, coordinates go from 0 to its length. A cell that is wider than half of a periodic
  // side has no centroid.
  std::optional<Point> centroid;
  std::vector<u64> contacts;  // number of faces to cells of each type; their sum is the surface
};

// The derived values of the cells of one replica. Reads the sites plane by plane.
std::vector<CellRow> cell_rows(PottsEngine& engine, const PottsSpec& spec, u64 replica);

// The same without faces, which takes less time.
std::vector<CellRow> cell_places(PottsEngine& engine, const PottsSpec& spec, u64 replica);

// The values of one replica in columns that are counted or set.
class CellValues {
 public:
  CellValues(const PottsSpec& spec, const Energies& energies, const CellTable& cells,
             std::span<const i32> numbers, u64 replica);

  const std::vector<Column>& columns() const { return columns_; }  // including derived columns
  double number(std::size_t column, u64 cell) const;               // only for columns that are not derived
  std::optional<std::size_t> place(std::string_view column) const;
  // The length of a cell, if potts.length constrains it.
  std::optional<double> length(u64 cell) const;
  bool is_alive(u64 cell) const { return numbers_[cell * kept_] > 0; }
  u64 cells() const { return cells_.cells(); }
  u32 cell_number(u64 cell) const { return cells_.cell_number(replica_ * cells_.cells() + cell); }

 private:
  std::vector<Column> columns_;
  std::vector<std::size_t> places_;  // for each column: index among the numbers, or in the table
  const CellTable& cells_;
  std::span<const i32> numbers_;  // [cell · kept + number]
  u64 kept_, replica_;
  CellLengths lengths_;
};

// The table `cells`.
Table cells_table(const PottsSpec& spec);
// The table `lineage`: a row for every cell that has ever existed.
Table lineage_table(const PottsSpec& spec);
void add_lineage(const PottsSpec& spec, const CellTable& cells, const LineageLog& dead, const RowSink& sink);
// The table `tracks`: places of cells, without jumps across periodic edges.
Table tracks_table(const PottsSpec& spec);
// Adds a row of the table of cells; in a batch, the column of the replica comes before it. `before` is the
// centroid in the previous table, or in this one if it is the first. The displacement is empty unless both
// tables have a centroid.
void add_row(const PottsSpec& spec, const CellValues& columns, const CellRow& row,
             const std::optional<Point>& before, std::vector<Number>& values);

// The vector from one centroid to another, by the shorter path on a periodic axis.
Point displacement(const Lattice& lattice, const Point& from, const Point& to);

}  // namespace morula::potts
