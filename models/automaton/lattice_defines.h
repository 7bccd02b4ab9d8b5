// The defines that tell every kernel of the automaton its lattice.
#pragma once

#include "core/lattice.h"
#include "gpu/source.h"

namespace morula {

// Defines SIZE_X, SIZE_Y, SIZE_Z, and PERIODIC_X, PERIODIC_Y, PERIODIC_Z as 1 or 0.
inline gpu::Source& define_lattice(gpu::Source& source, const Lattice& lattice) {
  const auto flag = [](Boundary boundary) { return boundary == Boundary::Periodic ? "1" : "0"; };
  return source.define("SIZE_X", lattice.stored.x)
      .define("SIZE_Y", lattice.stored.y)
      .define("SIZE_Z", lattice.stored.z)
      .define("PERIODIC_X", flag(lattice.boundary.x))
      .define("PERIODIC_Y", flag(lattice.boundary.y))
      .define("PERIODIC_Z", flag(lattice.boundary.z));
}

}  // namespace morula
