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

  // A table is to be written at this time. Reading it again at the same time does not count: a look
  // at the table after a change must not move the points from which the next displacements are measured.
  void begin_table(u64 time) {
    is_noting_ = time != times_[1];
    if (!is_noting_) return;
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
    for (std::size_t axis = 0; is_noting_ && axis < 3; ++axis)
      centroids_[6 * cell + 3 + axis] = now ? (*now)[axis] : unknown;
    return times_[0] == never ? now : point_at(6 * cell);
  }

  // Where the cell was in the last table, without a new one; where there was none, where it is now.
  std::optional<Point> last(u64 cell, const std::optional<Point>& now) const {
    return times_[1] == never ? now : point_at(6 * cell + 3);
  }

  // For checkpoints: six coordinates of each cell, not a number where it had no centroid, and the two times.
  std::span<double> centroids() { return centroids_; }
  std::span<u64> times() { return times_; }
  std::span<const u64> times() const { return times_; }

 private:
  static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  static constexpr u64 never = ~u64{0};

  std::optional<Point> point_at(std::size_t i) const {
    if (std::isnan(centroids_[i])) return std::nullopt;
    return Point{centroids_[i], centroids_[i + 1], centroids_[i + 2]};
  }

  std::vector<double> centroids_;
  bool is_noting_ = false;
  std::array<u64, 2> times_ = {never, never};
};

}  // namespace morula::potts
