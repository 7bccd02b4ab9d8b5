// A byte for each cell, with a halo around the lattice, so that loops over a row need not test for the
// boundary.
#pragma once

#include <span>

#include "core/dialect.h"
#include "core/lattice.h"

namespace morula {

// Rows along x, with a halo as wide as the neighbourhood's range. A 2D lattice is a single plane without a
// halo along z.
struct PaddedLattice {
  PaddedLattice(const Lattice& lattice, int range);

  Index at(Index x, Index y, Index z) const { return (z + pad_z) * plane + (y + pad) * row + x + pad; }

  // wrap_row() fills the halo at both ends of a row that begins at `cells`; copy_rows_beyond() fills the rows
  // beyond periodic boundaries. Cells beyond a fixed boundary are 0 from the beginning.
  void wrap_row(u8* cells) const;
  void copy_rows_beyond(std::span<u8> cells) const;

  Boundaries boundary;
  Extent extent;
  Index pad, pad_z, row, plane, bytes;
};

}  // namespace morula
