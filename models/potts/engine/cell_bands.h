// Bands of cells along the last axis of the lattice. Attempts in different bands are walked through at the
// same time. The band of a cell never changes a result: it decides only which attempts can be walked through
// separately.
#pragma once

#include <algorithm>
#include <vector>

#include "models/potts/engine/padded_lattice.h"

namespace morula::potts {

// Bands; bands shifted by half a band, so that the borders of the first ones lie in their middle; all cells
// together.
enum class Layout : u8 { Bands, ShiftedBands, Together };

class CellBands {
 public:
  // Makes bands for `cells` cells, including the medium: at most `most` bands, each at least a few cells
  // wide.
  CellBands(const PaddedLattice& padded, u64 cells, u32 most);

  u32 count() const { return count_; }
  u32 count(Layout layout) const { return layout == Layout::Together ? 1 : count_; }
  u32 band(Layout layout, u32 cell) const {
    return layout == Layout::Together ? 0 : bands_[static_cast<u64>(layout) * cells_ + cell];
  }

  // Puts each cell in a band that contains one of its sites.
  void place_cells(const PaddedLattice& padded, const SiteWords& words, const u32* sites);

 private:
  u64 cells_;
  u32 count_;
  std::vector<u8> bands_;  // [layout · cells + cell]
};

}  // namespace morula::potts
