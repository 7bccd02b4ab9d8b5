// The table of cells: a row for each that has sites.
#pragma once

#include <array>
#include <vector>

#include "models/model.h"
#include "models/potts/potts_engine.h"

namespace morula::potts {

struct CellRow {
  u32 cell = 0;
  u8 type = 0;
  u64 volume = 0, surface = 0;
  std::array<double, 3> centroid = {};  // on a periodic axis from 0 to its length
  std::vector<u64> contacts;            // faces to cells of each type; its sum is the surface
};

// Of one replica, whose cells have these `types`. Reads the sites plane by plane. Throws Error for a cell
// that is wider than half a periodic side, naming it: it has no centroid.
std::vector<CellRow> cell_rows(PottsEngine& engine, const PottsSpec& spec, u64 replica,
                               std::span<const u8> types);

// The table `cells`.
Table cells_table(const PottsSpec& spec);
// One row of it, after the replica of a batch. `moved` is the displacement since the row before.
void add_row(const PottsSpec& spec, const CellRow& row, const std::array<double, 3>& moved,
             std::vector<Number>& numbers);

// From one centroid to another, the shorter way round a periodic axis.
std::array<double, 3> displacement(const Lattice& lattice, const std::array<double, 3>& from,
                                   const std::array<double, 3>& to);

}  // namespace morula::potts
