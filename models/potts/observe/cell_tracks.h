// The places of cells at the last table of cells, for displacements since then.
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

  // To be called before a table is written at this time. A second table at the same time does not count:
  // reading the table after a change must not move the points from which the next displacements are measured.
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

  // Records the present centroid of a cell. Returns its centroid in the previous table, if it had one; in the
  // first table, the present one.
  std::optional<Point> note(u64 cell, const std::optional<Point>& now) {
    for (std::size_t axis = 0; is_noting_ && axis < 3; ++axis)
      centroids_[6 * cell + 3 + axis] = now ? (*now)[axis] : unknown;
    return times_[0] == never ? now : point_at(6 * cell);
  }

  // The centroid of the cell in the last table, without beginning a new one; the present one if there was no
  // table.
  std::optional<Point> last(u64 cell, const std::optional<Point>& now) const {
    return times_[1] == never ? now : point_at(6 * cell + 3);
  }

  // For checkpoints: six coordinates of each cell, NaN if it had no centroid, and the two times.
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
