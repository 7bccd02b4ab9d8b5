#include "tests/validation/cell_follower.h"

#include <cmath>

namespace morula::validation {
namespace {

double to_nearest_image(double distance, double side) {
  return distance - side * std::round(distance / side);
}

}  // namespace

CellFollower::CellFollower(const Lattice& lattice, std::size_t cells)
    : lattice_(lattice),
      sides_{static_cast<double>(lattice.global.x), static_cast<double>(lattice.global.y),
             static_cast<double>(lattice.global.z)},
      periodic_{lattice.boundary.x == Boundary::Periodic, lattice.boundary.y == Boundary::Periodic,
                lattice.boundary.z == Boundary::Periodic},
      centroids_(cells) {}

Point CellFollower::point_of(Index canonical) const {
  const Site site = lattice_.site_at(canonical);
  return {static_cast<double>(site.x), static_cast<double>(site.y), static_cast<double>(site.z)};
}

std::vector<MeasuredCell> CellFollower::measure(std::span<const std::uint32_t> sites) {
  if (!seen_) find_first(sites);
  std::vector<MeasuredCell> cells(centroids_.size());
  for (const std::uint32_t cell : sites) ++cells[cell].volume;
  move_centroids(sites, cells);
  for (std::size_t cell = 1; cell < cells.size(); ++cell) cells[cell].centroid = centroids_[cell];
  add_faces(sites, cells);
  return cells;
}

// Relative to one of its sites, a cell wider than half of a periodic side is torn apart. Relative to the
// centroid computed from that, it is in one piece. This finds cells that are up to three quarters of a side
// wide.
void CellFollower::find_first(std::span<const std::uint32_t> sites) {
  std::vector<MeasuredCell> cells(centroids_.size());
  for (Index i = sites.size(); i-- > 0;) {
    centroids_[sites[i]] = point_of(i);
    ++cells[sites[i]].volume;
  }
  for (unsigned time = 0; time < 4; ++time) move_centroids(sites, cells);
  seen_ = true;
}

void CellFollower::move_centroids(std::span<const std::uint32_t> sites,
                                  const std::vector<MeasuredCell>& cells) {
  std::vector<Point> sums(cells.size());
  for (Index i = 0; i < sites.size(); ++i) {
    const std::uint32_t cell = sites[i];
    if (cell == 0) continue;
    const Point at = point_of(i);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double distance = at[axis] - centroids_[cell][axis];
      sums[cell][axis] += periodic_[axis] ? to_nearest_image(distance, sides_[axis]) : distance;
    }
  }
  for (std::size_t cell = 1; cell < cells.size(); ++cell)
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (cells[cell].volume > 0)
        centroids_[cell][axis] += sums[cell][axis] / static_cast<double>(cells[cell].volume);
}

void CellFollower::add_faces(std::span<const std::uint32_t> sites, std::vector<MeasuredCell>& cells) const {
  const std::array<Index, 3> sides = {lattice_.global.x, lattice_.global.y, lattice_.global.z};
  Index stride = 1;
  for (std::size_t axis = 0; axis < lattice_.dimensions; stride *= sides[axis], ++axis)
    for (Index i = 0; i < sites.size(); ++i) {
      const bool is_last = i / stride % sides[axis] == sides[axis] - 1;
      if (is_last && !periodic_[axis]) continue;
      const Index next = is_last ? i - (sides[axis] - 1) * stride : i + stride;
      if (sites[i] == sites[next]) continue;
      ++cells[sites[i]].surface;
      ++cells[sites[next]].surface;
    }
}

}  // namespace morula::validation
