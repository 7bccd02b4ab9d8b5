// A byte for each cell, with a halo around the lattice, so that loops over a row need not test for the
// boundary.
#pragma once

#include <span>

#include "core/dialect.h"
#include "core/lattice.h"

namespace morula {

// Rows of x, with a halo as wide as the neighbourhood's range; a 2D lattice is one plane with none above or
// below.
struct PaddedLattice {
  PaddedLattice(const Lattice& lattice, int range);

  Index at(Index x, Index y, Index z) const { return (z + pad_z) * plane + (y + pad) * row + x + pad; }

  // Fill the halo at both ends of a row that begins at `cells`, and the rows beyond periodic boundaries.
  // Beyond a fixed one all is 0 from the beginning.
  void wrap_row(u8* cells) const;
  void copy_rows_beyond(std::span<u8> cells) const;

  Boundaries boundary;
  Extent extent;
  Index pad, pad_z, row, plane, bytes;
};

}  // namespace morula
