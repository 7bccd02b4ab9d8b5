#include "models/potts/engine/cell_extents.h"

#include <algorithm>

#include "models/potts/engine/image_rule.h"

namespace morula::potts {
namespace {

// The least coordinates of a cell's sites serve as its anchor; the others are seen from there, by the nearest
// image.
struct Anchor {
  static constexpr i32 none = 0x7FFFFFFF;
  i32 x = none, y = none, z = none;
};

template <typename Visit>
void for_cells_of_sites(const PaddedLattice& padded, const SiteWords& words, const u32* sites, Visit visit) {
  for (u32 z = 0; z < padded.side[2]; ++z)
    for (u32 y = 0; y < padded.side[1]; ++y) {
      const u32* const row = sites + padded.index(0, y, z);
      for (u32 x = 0; x < padded.side[0]; ++x)
        if (const u32 cell = words.cell(row[x]); cell != 0)
          visit(cell, static_cast<i32>(x), static_cast<i32>(y), static_cast<i32>(z));
    }
}

void add_away(AxisExtent& extent, i32 away, i32 side) {
  const i32 nearest = nearest_image(away, side);
  extent.least = std::min(extent.least, nearest);
  extent.most = std::max(extent.most, nearest);
}

AxisExtent seen_from(i32 anchor, AxisExtent extent) { return {anchor + extent.least, anchor + extent.most}; }

}  // namespace

CellExtents::CellExtents(const PaddedLattice& padded, const SiteWords& words, const u32* sites, u64 cells)
    : extents_(cells) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    sides_[axis] = padded.wraps[axis] ? static_cast<i32>(padded.side[axis]) : 0;
  std::vector<Anchor> anchors(cells);
  for_cells_of_sites(padded, words, sites, [&](u32 cell, i32 x, i32 y, i32 z) {
    Anchor& anchor = anchors[cell];
    anchor = {std::min(anchor.x, x), std::min(anchor.y, y), std::min(anchor.z, z)};
  });
  for_cells_of_sites(padded, words, sites, [&](u32 cell, i32 x, i32 y, i32 z) {
    add_away(extents_[cell].x, x - anchors[cell].x, sides_[0]);
    add_away(extents_[cell].y, y - anchors[cell].y, sides_[1]);
    add_away(extents_[cell].z, z - anchors[cell].z, sides_[2]);
  });
  for (u64 cell = 0; cell < cells; ++cell)
    if (const Anchor& anchor = anchors[cell]; anchor.x != Anchor::none)
      extents_[cell] = {seen_from(anchor.x, extents_[cell].x), seen_from(anchor.y, extents_[cell].y),
                        seen_from(anchor.z, extents_[cell].z)};
}

}  // namespace morula::potts
