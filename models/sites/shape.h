// A part of a lattice: a site, a box or a ball.
#pragma once

#include <vector>

#include "core/lattice.h"

namespace morula {

struct Shape {
  Site from, to;  // corners of the bounding box, both included
  bool is_ball = false;
  Site centre;
  Index radius = 0;

  Extent box() const { return {to.x - from.x + 1, to.y - from.y + 1, to.z - from.z + 1}; }
  bool contains(Site site) const;
};

// The cells of a shape that are stored on this rank, as shapes in Lattice::memory(). A part of a periodic
// lattice may store a layer more than once.
std::vector<Shape> stored_shapes(const Shape& shape, const Lattice& lattice);

}  // namespace morula
