#include "models/potts/order/regions.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "core/ceil_divide.h"
#include "core/uint128.h"
#include "models/potts/engine/copy_rule.h"

namespace morula::potts {
namespace {

// No two sites near each other are attempted in the same sub-step. Copies that undo each other therefore come
// later than in the sequential order, and cells move farther: by more if regions are larger, by less if a
// Monte Carlo step has more sub-steps. With this many, in proportion to the side of a region, the difference
// is below 0.5 % (squared) in the tissues that were compared: see docs/validation/potts.md.
u32 fewest_sub_steps(const PottsSpec& spec) {
  return (spec.lattice.dimensions == 3 ? 256 : 128) * region_side(spec);
}

// `exclusive` keeps the side of earlier versions, and with it its answers.
u32 narrowest(const PottsSpec& spec) { return spec.exclusive ? 2 : 1; }

// The largest number of attempts in a block: enough for the regions of an attempt to be far from each other,
// and so few that the sites of a block fit in a cache.
constexpr u64 widest_block = 4096;
constexpr u64 golden_ratio = 0x9E3779B9;  // 0.618… · 2^32

}  // namespace

Cut cut_axis(u64 length, Boundary boundary, u32 region) {
  const u32 side = static_cast<u32>(length), stride = 2 * region;
  const bool periodic = boundary == Boundary::Periodic;
  if (periodic && side < stride) return {side, std::min(region, side), side, 1, side, true};
  if (periodic) return {side, region, stride, side / stride, side % stride == 0 ? stride : side, true};
  if (side <= region) return {side, side, side, 1, 1, false};
  return {side, region, stride, static_cast<u32>(ceil_divide(u64{side} + stride - 1, stride)), stride, false};
}

u32 reach_of(const PottsSpec& spec) {
  u32 reach = static_cast<u32>(std::max({1, spec.copy.range, spec.contact.range}));
  for (const auto& term : spec.terms) reach = std::max(reach, term->reach(spec));
  return reach;
}

u32 region_side(const PottsSpec& spec) {
  return spec.region_side.value_or(std::max(narrowest(spec), reach_of(spec)));
}

u32 thinning(const PottsSpec& spec) {
  if (spec.thinning || spec.exclusive) return spec.thinning.value_or(1);
  const u64 stride = 2 * region_side(spec),
            sub_steps = spec.lattice.dimensions == 3 ? stride * stride * stride : stride * stride;
  return static_cast<u32>(std::min(ceil_divide(u64{fewest_sub_steps(spec)}, sub_steps), most_thinning));
}

Regions::Regions(const PottsSpec& spec) : sites_(spec.lattice.global.sites()) {
  const Lattice& lattice = spec.lattice;
  const u32 side = region_side(spec);
  cuts[0] = cut_axis(lattice.global.x, lattice.boundary.x, side);
  cuts[1] = cut_axis(lattice.global.y, lattice.boundary.y, side);
  if (lattice.dimensions == 3) cuts[2] = cut_axis(lattice.global.z, lattice.boundary.z, side);
  const u64 k = thinning(spec), block_count = ceil_divide(count(), k * widest_block),
            width = ceil_divide(count(), k * block_count);
  blocks = {static_cast<u32>(k), static_cast<u32>(width), static_cast<u32>(width * golden_ratio >> 32)};
  numerator_ = k;
  for (const Cut& cut : cuts) {
    numerator_ *= cut.periodic ? cut.side : cut.stride;
    denominator_ *= cut.periodic ? cut.parts : 1;
    const u64 common = std::gcd(numerator_, denominator_);
    numerator_ /= common;
    denominator_ /= common;
  }
}

u64 Regions::until(u64 step) const {
  return static_cast<u64>((Uint128{step} * numerator_ + denominator_ - 1) / denominator_);
}

// The last step whose first sub-step is this one or an earlier one: see until().
u64 Regions::step_of(u64 sub_step) const {
  return static_cast<u64>(Uint128{sub_step} * denominator_ / numerator_);
}

u64 Regions::attempt_numbers() const {
  return ceil_divide(count(), u64{blocks.thinning} * blocks.width) * blocks.width;
}

u64 Regions::attempts(u64 sub_steps) const {
  return static_cast<u64>(Uint128{sub_steps} * sites_ * denominator_ / numerator_);
}

std::array<u32, 3> drawn_origin(const Regions& regions, u32x2 key, u64 sub_step) {
  const u32x4 words = draw(key, 0, sub_step, 0);
  return {drawn_below(words.x, regions.cuts[0].origins), drawn_below(words.y, regions.cuts[1].origins),
          drawn_below(words.z, regions.cuts[2].origins)};
}

}  // namespace morula::potts
