// The defines that tell every kernel of the automaton its lattice.
#pragma once

#include "core/lattice.h"
#include "gpu/source.h"

namespace morula {

inline gpu::Source& define_lattice(gpu::Source& source, const Lattice& lattice) {
  return source.define("SIZE_X", lattice.local.x)
      .define("SIZE_Y", lattice.local.y)
      .define("SIZE_Z", lattice.local.z)
      .define("PERIODIC", lattice.boundary.all(Boundary::Periodic) ? "1" : "0");
}

}  // namespace morula
