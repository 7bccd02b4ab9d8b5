// Where the cells of a replica lie, on the host: see order/extent_rule.h. Threads that have regions of their
// own learn from it whether a cell may be in the region of another thread.
#pragma once

#include <atomic>
#include <vector>

#include "models/potts/engine/padded_lattice.h"
#include "models/potts/order/extent_rule.h"

namespace morula::potts {

class CellExtents {
 public:
  CellExtents() = default;
  // Measures the extents of all cells from the sites of a replica.
  CellExtents(const PaddedLattice& padded, const SiteWords& words, const u32* sites, u64 cells);

  // The extent of a cell, which other threads may be enlarging.
  CellExtent of(u32 cell) {
    CellExtent& extent = extents_[cell];
    return {extent.x, extent.y, extent.z, std::atomic_ref(extent.radius).load(std::memory_order_relaxed)};
  }
  // Enlarges the extent of a cell that gains a site. Only the thread that may change the cell calls this.
  void include(u32 cell, i32 x, i32 y, i32 z) {
    const CellExtent extent = of(cell);
    const i32 distance = distance_from_centre(extent, x, y, z, sides_);
    if (distance > extent.radius)
      std::atomic_ref(extents_[cell].radius).store(distance, std::memory_order_relaxed);
  }
  const PeriodicSides& sides() const { return sides_; }

 private:
  PeriodicSides sides_ = {};
  std::vector<CellExtent> extents_;
};

}  // namespace morula::potts
