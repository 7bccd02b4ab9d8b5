// Where cells were when the table of cells was last written, for the displacement since then.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "core/dialect.h"

namespace morula::potts {

class CellTracks {
 public:
  using Point = std::array<double, 3>;

  explicit CellTracks(u64 cells = 0) { resize(cells); }
  void resize(u64 cells) { centroids_.assign(6 * cells, std::numeric_limits<double>::quiet_NaN()); }

  // A table is to be written at this time. Writing it once more does not lose where cells were before it.
  void begin_table(u64 time) {
    if (time == times_[1]) return;
    times_ = {times_[1], time};
    for (std::size_t i = 0; i < centroids_.size(); i += 6)
      for (std::size_t axis = 0; axis < 3; ++axis) centroids_[i + axis] = centroids_[i + 3 + axis];
  }

  // Notes where a cell is now, and tells where it was before; here, where it has not been seen before.
  Point note(u64 cell, const Point& now) {
    const double* const before = &centroids_[6 * cell];
    for (std::size_t axis = 0; axis < 3; ++axis) centroids_[6 * cell + 3 + axis] = now[axis];
    return std::isnan(before[0]) ? now : Point{before[0], before[1], before[2]};
  }

  // For checkpoints: six coordinates of each cell, and the two times.
  std::span<double> centroids() { return centroids_; }
  std::span<u64> times() { return times_; }

 private:
  std::vector<double> centroids_;
  std::array<u64, 2> times_ = {~u64{0}, ~u64{0}};
};

}  // namespace morula::potts
