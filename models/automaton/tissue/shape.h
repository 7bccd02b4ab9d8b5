// A part of a lattice that a user names: a site, a box or a ball.
#pragma once

#include "core/lattice.h"
#include "io/section.h"

namespace morula {

struct Shape {
  Site from, to;  // the box that holds it, both corners inside
  bool is_ball = false;
  Site centre;
  Index radius = 0;

  Extent box() const { return {to.x - from.x + 1, to.y - from.y + 1, to.z - from.z + 1}; }
  bool contains(Site site) const;
};

// Reads `site: […]`, `box: {from: […], to: […]}` or `ball: {centre: […], radius: …}`: exactly one of them.
// What reaches beyond the lattice is cut off; a shape that lies outside altogether cannot be written.
Shape read_shape(io::Section& section, const Lattice& lattice);

}  // namespace morula
