// The paths of cells for `output.tracks`: the last place of each cell, and how often it has gone round each
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

  // Records the centroid of a cell. Returns the place of the cell without jumps across periodic edges since
  // it was first recorded. Recording the same centroid again changes nothing.
  Point note(const Lattice& lattice, u64 cell, const Point& centroid);

  // From now on this place in the list belongs to another cell.
  void forget(u64 cell) {
    std::fill_n(&values_[6 * cell], 6, 0.0);
    values_[6 * cell] = std::numeric_limits<double>::quiet_NaN();
  }

  // For checkpoints: the last centroid of each cell, NaN if it had none, and its turns round each axis.
  std::span<double> values() { return values_; }

 private:
  std::vector<double> values_;  // x, y, z and the turns along each axis
};

}  // namespace morula::potts
