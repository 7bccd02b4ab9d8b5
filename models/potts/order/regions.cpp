#include "models/potts/order/regions.h"

#include <algorithm>

#include "core/ceil_divide.h"
#include "models/potts/engine/copy_rule.h"
#include "models/potts/order/region_choice.h"

namespace morula::potts {

DividedAxis divided_axis(u64 sites, Boundary boundary, u32 region_side) {
  const u32 length = static_cast<u32>(sites), pairs = static_cast<u32>(sites / (2 * u64{region_side}));
  const bool periodic = boundary == Boundary::Periodic;
  if (pairs == 0) return {length, 0, length, 1, periodic};
  if (periodic) return {length, pairs, length / (2 * pairs), pairs, 1};
  return {length, pairs, static_cast<u32>(ceil_divide(sites, 2 * u64{pairs})), pairs + 1, 0};
}

u32 reach_of(const PottsSpec& spec) {
  u32 reach = static_cast<u32>(std::max({1, spec.copy.range, spec.contact.range}));
  for (const auto& term : spec.terms) reach = std::max(reach, term->reach(spec));
  return reach;
}

Regions::Regions(const PottsSpec& spec) : turns(region_turns(spec)) {
  const Lattice& lattice = spec.lattice;
  const u32 side = region_side(spec);
  axes[0] = divided_axis(lattice.global.x, lattice.boundary.x, side);
  axes[1] = divided_axis(lattice.global.y, lattice.boundary.y, side);
  axes[2] = lattice.dimensions == 3 ? divided_axis(lattice.global.z, lattice.boundary.z, side)
                                    : DividedAxis{1, 0, 1, 1, 0};
  u64 most_sites = 1;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    const DividedAxis& divided = axes[axis];
    divided_[axis] = divided.pairs > 0;
    bits_[axis] = axis == 0 ? 0 : bits_[axis - 1] + divided_[axis - 1];
    kinds <<= divided_[axis];
    most_sites *= divided.pairs == 0 || !divided.periodic ? divided.width
                                                          : ceil_divide(divided.length, 2 * divided.pairs);
  }
  most_attempts = ceil_divide(most_sites, u64{turns});
}

Region Regions::region(u32 rank, u32 kind, const Round& round) const {
  const RegionGrid at = region_of_rank(grid(), rank);
  return {(at.z * axes[1].parts + at.y) * axes[0].parts + at.x,
          {interval_of(axes[0], at.x, parity(kind, 0), round.origin[0]),
           interval_of(axes[1], at.y, parity(kind, 1), round.origin[1]),
           interval_of(axes[2], at.z, parity(kind, 2), round.origin[2])}};
}

Round drawn_round(const Regions& regions, u32x2 key, u64 round) {
  const u32x4 words = draw(key, 0, round, 0);
  return {
      {drawn_below(words.x, origins_of(regions.axes[0])), drawn_below(words.y, origins_of(regions.axes[1])),
       drawn_below(words.z, origins_of(regions.axes[2]))},
      order_of_kinds(words.w, regions.kinds)};
}

}  // namespace morula::potts
