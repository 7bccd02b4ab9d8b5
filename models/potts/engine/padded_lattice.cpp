#include "models/potts/engine/padded_lattice.h"

#include <algorithm>
#include <bit>

#include "models/potts/order/regions.h"

namespace morula::potts {

PaddedLattice::PaddedLattice(const PottsSpec& spec) {
  const Lattice& lattice = spec.lattice;
  const std::array<Index, 3> sides = {lattice.global.x, lattice.global.y, lattice.global.z};
  const std::array<Boundary, 3> ends = {lattice.boundary.x, lattice.boundary.y, lattice.boundary.z};
  const u32 reach = reach_of(spec);
  for (std::size_t axis = 0; axis < lattice.dimensions; ++axis) {
    side[axis] = static_cast<u32>(sides[axis]);
    halo[axis] = reach;
    held[axis] = sides[axis] + 2 * u64{reach};
    wraps[axis] = ends[axis] == Boundary::Periodic;
    periodic = periodic || wraps[axis];
  }
  for (std::size_t axis = 0; axis < 3; ++axis)
    inner[axis] = side[axis] - std::min(side[axis], 2 * halo[axis]);
  size = held[0] * held[1] * held[2];
}

SiteWords::SiteWords(u32 types_with_outside)
    : type_bits(static_cast<u32>(std::bit_width(types_with_outside - 1))),
      outside(word(static_cast<u32>(most_cells()), types_with_outside - 1)) {}

i64 farthest_distance(const PaddedLattice& padded, u32 reach, unsigned dimensions) {
  const i32 away = static_cast<i32>(reach);
  return padded.distance({away, away, dimensions == 3 ? away : 0});
}

}  // namespace morula::potts
