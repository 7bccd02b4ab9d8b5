// The table of cells: a row for each that has sites.
#pragma once

#include <optional>
#include <vector>

#include "models/model.h"
#include "models/potts/engine/potts_engine.h"
#include "models/potts/observe/cell_tracks.h"

namespace morula::potts {

struct CellRow {
  u32 cell = 0;
  u8 type = 0;
  u64 volume = 0, surface = 0;
  // On a periodic axis from 0 to its length. A cell that is wider than half of a periodic side has none.
  std::optional<Point> centroid;
  std::vector<u64> contacts;  // faces to cells of each type; their sum is the surface unless the term counts
                              // other pairs
};

// Of one replica, whose cells have these `types`. Reads the sites plane by plane.
std::vector<CellRow> cell_rows(PottsEngine& engine, const PottsSpec& spec, u64 replica,
                               std::span<const u8> types);

// The table `cells`.
Table cells_table(const PottsSpec& spec);
// One row of it, after the replica of a batch. `before` is the centroid in the previous table, or in this one
// if it is the first. The displacement is empty unless both tables have a centroid.
void add_row(const PottsSpec& spec, const CellRow& row, const std::optional<Point>& before,
             std::vector<Number>& numbers);

// From one centroid to another, the shorter way round a periodic axis.
Point displacement(const Lattice& lattice, const Point& from, const Point& to);

}  // namespace morula::potts
