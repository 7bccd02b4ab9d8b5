// Where cells were when the table of cells was last written, for the displacement since then.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "core/dialect.h"

namespace morula::potts {

using Point = std::array<double, 3>;

class CellTracks {
 public:
  explicit CellTracks(u64 cells = 0) { resize(cells); }
  void resize(u64 cells) { centroids_.assign(6 * cells, unknown); }

  // A table is to be written at this time. Writing it once more does not lose where cells were before it.
  void begin_table(u64 time) {
    if (time == times_[1]) return;
    times_ = {times_[1], time};
    for (std::size_t i = 0; i < centroids_.size(); i += 6)
      for (std::size_t axis = 0; axis < 3; ++axis) {
        centroids_[i + axis] = centroids_[i + 3 + axis];
        centroids_[i + 3 + axis] = unknown;
      }
  }

  // Notes the centroid that a cell has now, and tells the one of the previous table, if the cell had one; in
  // the first table, the one that it has now.
  std::optional<Point> note(u64 cell, const std::optional<Point>& now) {
    const double* const before = &centroids_[6 * cell];
    for (std::size_t axis = 0; axis < 3; ++axis)
      centroids_[6 * cell + 3 + axis] = now ? (*now)[axis] : unknown;
    if (times_[0] == never) return now;
    return std::isnan(before[0]) ? std::nullopt : std::optional(Point{before[0], before[1], before[2]});
  }

  // For checkpoints: six coordinates of each cell, not a number where it had no centroid, and the two times.
  std::span<double> centroids() { return centroids_; }
  std::span<u64> times() { return times_; }

 private:
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  static constexpr u64 never = ~u64{0};

  std::vector<double> centroids_;
  std::array<u64, 2> times_ = {never, never};
};

}  // namespace morula::potts
