#include "models/potts/engine/cell_extents.h"

#include <algorithm>

namespace morula::potts {
namespace {

// The sites of a cell along one axis, relative to one of them.
struct Span {
  i32 anchor = 0, least = 0, most = 0;

  void add(i32 at, i32 side) {
    const i32 away = nearest_image(at - anchor, side);
    least = std::min(least, away);
    most = std::max(most, away);
  }
  i32 centre(i32 side) const {
    const i32 middle = anchor + (least + most) / 2;
    return side == 0 ? middle : (middle % side + side) % side;
  }
  i32 radius() const { return (most - least + 1) / 2; }
};

struct Box {
  bool is_empty = true;
  Span x, y, z;
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

}  // namespace

CellExtents::CellExtents(const PaddedLattice& padded, const SiteWords& words, const u32* sites, u64 cells)
    : extents_(cells) {
  const auto side = [&](std::size_t axis) {
    return padded.wraps[axis] ? static_cast<i32>(padded.side[axis]) : 0;
  };
  sides_ = {side(0), side(1), side(2)};
  std::vector<Box> boxes(cells);
  for_cells_of_sites(padded, words, sites, [&](u32 cell, i32 x, i32 y, i32 z) {
    Box& box = boxes[cell];
    if (box.is_empty) box = {false, {x, 0, 0}, {y, 0, 0}, {z, 0, 0}};
    box.x.add(x, sides_.x);
    box.y.add(y, sides_.y);
    box.z.add(z, sides_.z);
  });
  for (u64 cell = 0; cell < cells; ++cell) {
    const auto& [is_empty, x, y, z] = boxes[cell];
    extents_[cell] = {x.centre(sides_.x), y.centre(sides_.y), z.centre(sides_.z),
                      std::max({x.radius(), y.radius(), z.radius()})};
  }
}

}  // namespace morula::potts
