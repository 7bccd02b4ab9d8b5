#include "models/sites/shape.h"

#include <algorithm>

#include "models/sites/shape_rule.h"

namespace morula {

bool Shape::contains(Site site) const {
  if (site.x < from.x || site.y < from.y || site.z < from.z) return false;
  if (site.x > to.x || site.y > to.y || site.z > to.z) return false;
  return !is_ball || is_in_ball(site.x, site.y, site.z, centre.x, centre.y, centre.z, radius);
}

std::vector<Shape> stored_shapes(const Shape& shape, const Lattice& lattice) {
  if (lattice.is_whole()) return {shape};
  const auto along = lattice.dimensions == 3 ? &Site::z : &Site::y;
  const auto layers = static_cast<i64>(lattice.layers_of(lattice.global)),
             stored = static_cast<i64>(lattice.layers_of(lattice.stored));
  const auto first = static_cast<i64>(shape.from.*along), last = static_cast<i64>(shape.to.*along);
  std::vector<Shape> shapes;
  // Layer 0 of the whole lattice lies at `zero` in memory; on a periodic axis, it lies at every multiple of
  // `layers` from there too.
  i64 zero = static_cast<i64>(lattice.stored_before) - static_cast<i64>(lattice.first_owned);
  const bool is_periodic = lattice.boundary_across() == Boundary::Periodic;
  if (is_periodic) zero = (zero % layers + layers) % layers - layers;
  for (; zero < stored; zero += layers) {
    Shape part = shape;
    const i64 begin = std::max(zero + first, i64{0}), end = std::min(zero + last, stored - 1);
    part.from.*along = static_cast<Index>(begin);
    part.to.*along = static_cast<Index>(end);
    part.centre.*along += static_cast<Index>(zero);  // modulo 2^64; only distances from the centre matter
    if (begin <= end) shapes.push_back(part);
    if (!is_periodic) break;
  }
  return shapes;
}

}  // namespace morula
