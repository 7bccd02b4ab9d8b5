#include "models/interaction/order/neighbour_index.h"

#include "models/interaction/order/block_sites.h"

namespace morula {

NeighbourIndex::NeighbourIndex(const Lattice& lattice, std::vector<Neighbour> displacements)
    : lattice_(lattice),
      displacements_(std::move(displacements)),
      width_(lattice.global.x),
      height_(lattice.global.y),
      depth_(lattice.global.z),
      is_2d_(lattice.dimensions == 2),
      rows_(width_, lattice.global.sites()),
      layers_(height_, height_ * depth_),
      along_x_(width_, 1, lattice.global.sites()),
      along_y_(height_, width_, lattice.global.sites()),
      across_(is_2d_ ? along_y_ : InnerTest(depth_, width_ * height_, lattice.global.sites())) {
  for (const Neighbour& displacement : displacements_)
    steps_.push_back(static_cast<Index>((i64{displacement.dz} * static_cast<i64>(height_) + displacement.dy) *
                                            static_cast<i64>(width_) +
                                        displacement.dx));
}

Index NeighbourIndex::at_boundary(Site site, u32 which) const {
  const Neighbour& by = displacements_[which];
  const auto coordinate = [](Index from, i32 step, u64 length, Boundary boundary) {
    return wrap_coordinate(static_cast<i64>(from) + step, static_cast<i64>(length),
                           boundary == Boundary::Periodic);
  };
  const i64 x = coordinate(site.x, by.dx, width_, lattice_.boundary.x);
  const i64 y = coordinate(site.y, by.dy, height_, lattice_.boundary.y);
  const i64 z = coordinate(site.z, by.dz, depth_, lattice_.boundary.z);
  if (x < 0 || y < 0 || z < 0) return outside;
  return lattice_.index_of({static_cast<Index>(x), static_cast<Index>(y), static_cast<Index>(z)});
}

}  // namespace morula
