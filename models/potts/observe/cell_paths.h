// The paths of cells for `output.tracks`: where each was last seen, and how often it has gone round each
// periodic axis.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/lattice.h"
#include "models/potts/observe/cell_tracks.h"

namespace morula::potts {

class CellPaths {
 public:
  explicit CellPaths(u64 cells = 0) : values_(6 * cells) {
    for (std::size_t i = 0; i < values_.size(); i += 6) values_[i] = std::numeric_limits<double>::quiet_NaN();
  }

  // Where a cell is, seen from where it was first: not brought back across periodic edges. Telling it once
  // more changes nothing.
  Point note(const Lattice& lattice, u64 cell, const Point& centroid);

  // The place in the list is another cell's from now on.
  void forget(u64 cell) {
    std::fill_n(&values_[6 * cell], 6, 0.0);
    values_[6 * cell] = std::numeric_limits<double>::quiet_NaN();
  }

  // For checkpoints: of each cell its last centroid, not a number if it had none, and its turns.
  std::span<double> values() { return values_; }

 private:
  std::vector<double> values_;  // x, y, z and the turns along each axis
};

}  // namespace morula::potts
