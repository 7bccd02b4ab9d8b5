#include "models/potts/properties/cell_faces.h"

#include <algorithm>
#include <array>

namespace morula::potts {
namespace {

// Faces between two cells in one direction, by the key cell · 2³² + neighbour; equal keys that follow each
// other are one entry.
struct Faces {
  u64 key = 0;
  u32 count = 0;
};

void add(std::vector<Faces>& list, u32 cell, u32 neighbour) {
  if (cell == 0) return;
  const u64 key = u64{cell} << 32 | neighbour;
  if (!list.empty() && list.back().key == key)
    ++list.back().count;
  else
    list.push_back({key, 1});
}

// Pairs of nearest neighbours along an axis; `stride` is their distance in canonical order.
void add_pairs(const Lattice& lattice, std::span<const u32> sites, unsigned axis, std::vector<Faces>& list) {
  const Extent& extent = lattice.global;
  const std::array<Index, 3> sides = {extent.x, extent.y, extent.z};
  const std::array<Boundary, 3> ends = {lattice.boundary.x, lattice.boundary.y, lattice.boundary.z};
  const Index side = sides[axis], stride = axis == 0 ? 1 : axis == 1 ? extent.x : extent.x * extent.y;
  std::vector<Faces> backwards;
  for (Index i = 0; i < sites.size(); ++i) {
    const Index at = i / stride % side;
    if (at + 1 == side && (ends[axis] != Boundary::Periodic || side == 1)) continue;
    const u32 cell = sites[i], neighbour = sites[at + 1 == side ? i - at * stride : i + stride];
    if (cell == neighbour) continue;
    add(list, cell, neighbour);
    add(backwards, neighbour, cell);
  }
  list.insert(list.end(), backwards.begin(), backwards.end());
}

}  // namespace

CellFaces::CellFaces(const Lattice& lattice, std::span<const u32> sites, u64 cells) : starts_(cells + 1) {
  std::vector<Faces> list;
  for (unsigned axis = 0; axis < lattice.dimensions; ++axis) add_pairs(lattice, sites, axis, list);
  std::ranges::sort(list, {}, &Faces::key);
  u64 last = 0;
  for (const Faces& faces : list) {
    if (neighbours_.empty() || faces.key != last) {
      neighbours_.push_back({static_cast<u32>(faces.key), 0});
      ++starts_[(faces.key >> 32) + 1];
      last = faces.key;
    }
    neighbours_.back().faces += faces.count;
  }
  for (u64 cell = 0; cell < cells; ++cell) starts_[cell + 1] += starts_[cell];
}

}  // namespace morula::potts
