// Where the cells of a replica lie, on the host: see order/extent_rule.h. Threads that have regions of their
// own learn from it whether a cell may be in the region of another thread.
#pragma once

#include <array>
#include <atomic>
#include <vector>

#include "models/potts/engine/padded_lattice.h"
#include "models/potts/order/extent_rule.h"

namespace morula::potts {

class CellExtents {
 public:
  // Measures the extents of all cells from the sites of a replica.
  CellExtents(const PaddedLattice& padded, const SiteWords& words, const u32* sites, u64 cells);

  // The extent of a cell along each axis, which other threads may be enlarging.
  std::array<AxisExtent, 3> of(u32 cell) {
    const auto along = [](AxisExtent& extent) {
      return AxisExtent{std::atomic_ref(extent.least).load(std::memory_order_relaxed),
                        std::atomic_ref(extent.most).load(std::memory_order_relaxed)};
    };
    return {along(extents_[cell].x), along(extents_[cell].y), along(extents_[cell].z)};
  }
  // Enlarges the extent of a cell that gains a site. Only the thread that may change the cell calls this.
  void include(u32 cell, i32 x, i32 y, i32 z) {
    include(extents_[cell].x, x, sides_[0]);
    include(extents_[cell].y, y, sides_[1]);
    include(extents_[cell].z, z, sides_[2]);
  }

 private:
  static void include(AxisExtent& extent, i32 at, i32 side) {
    const AxisExtent enlarged = with_site(extent, at, side);
    if (enlarged.least != extent.least)
      std::atomic_ref(extent.least).store(enlarged.least, std::memory_order_relaxed);
    if (enlarged.most != extent.most)
      std::atomic_ref(extent.most).store(enlarged.most, std::memory_order_relaxed);
  }

  std::array<i32, 3> sides_;  // of periodic axes; 0 for axes between walls
  std::vector<CellExtent> extents_;
};

}  // namespace morula::potts
