#include "models/potts/observe/cell_paths.h"

namespace morula::potts {

Point CellPaths::note(const Lattice& lattice, u64 cell, const Point& centroid) {
  const Point sides = {static_cast<double>(lattice.global.x), static_cast<double>(lattice.global.y),
                       static_cast<double>(lattice.global.z)};
  const std::array<bool, 3> wraps = {lattice.boundary.x == Boundary::Periodic,
                                     lattice.boundary.y == Boundary::Periodic,
                                     lattice.dimensions == 3 && lattice.boundary.z == Boundary::Periodic};
  double *const position = &values_[6 * cell], *const turns = position + 3;
  const bool is_known = !std::isnan(position[0]);
  Point place{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double moved = centroid[axis] - position[axis];
    if (is_known && wraps[axis] && 2 * moved > sides[axis]) turns[axis] -= 1;
    if (is_known && wraps[axis] && 2 * moved < -sides[axis]) turns[axis] += 1;
    position[axis] = centroid[axis];
    place[axis] = centroid[axis] + turns[axis] * sides[axis];
  }
  return place;
}

}  // namespace morula::potts
