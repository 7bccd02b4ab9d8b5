#include "models/potts/exclusive/sub_steps.h"

#include <algorithm>
#include <numeric>

#include "core/ceil_divide.h"
#include "core/uint128.h"
#include "models/potts/engine/copy_rule.h"
#include "models/potts/order/regions.h"

namespace morula::potts {
namespace {

constexpr u32 narrowest = 2;

}  // namespace

ExclusiveAxis exclusive_axis(u64 length, Boundary boundary, u32 region) {
  const u32 side = static_cast<u32>(length), stride = 2 * region;
  const bool periodic = boundary == Boundary::Periodic;
  if (periodic && side < stride) return {side, std::min(region, side), side, 1, side, true};
  if (periodic) return {side, region, stride, side / stride, side % stride == 0 ? stride : side, true};
  if (side <= region) return {side, side, side, 1, 1, false};
  return {side, region, stride, static_cast<u32>(ceil_divide(u64{side} + stride - 1, stride)), stride, false};
}

u32 exclusive_side(const PottsSpec& spec) {
  return spec.region_side.value_or(std::max(narrowest, reach_of(spec)));
}

SubSteps::SubSteps(const PottsSpec& spec) : sites_(spec.lattice.global.sites()) {
  const Lattice& lattice = spec.lattice;
  const u32 side = exclusive_side(spec);
  axes[0] = exclusive_axis(lattice.global.x, lattice.boundary.x, side);
  axes[1] = exclusive_axis(lattice.global.y, lattice.boundary.y, side);
  if (lattice.dimensions == 3) axes[2] = exclusive_axis(lattice.global.z, lattice.boundary.z, side);
  for (const ExclusiveAxis& axis : axes) {
    numerator_ *= axis.periodic ? axis.side : axis.stride;
    denominator_ *= axis.periodic ? axis.parts : 1;
    const u64 common = std::gcd(numerator_, denominator_);
    numerator_ /= common;
    denominator_ /= common;
  }
}

u64 SubSteps::until(u64 step) const {
  return static_cast<u64>((Uint128{step} * numerator_ + denominator_ - 1) / denominator_);
}

// The last step whose first sub-step is this one or an earlier one: see until().
u64 SubSteps::step_of(u64 sub_step) const {
  return static_cast<u64>(Uint128{sub_step} * denominator_ / numerator_);
}

u64 SubSteps::attempts(u64 sub_steps) const {
  return static_cast<u64>(Uint128{sub_steps} * sites_ * denominator_ / numerator_);
}

std::array<u32, 3> drawn_origin(const SubSteps& sub_steps, u32x2 key, u64 sub_step) {
  const u32x4 words = draw(key, 0, sub_step, 0);
  return {drawn_below(words.x, sub_steps.axes[0].origins), drawn_below(words.y, sub_steps.axes[1].origins),
          drawn_below(words.z, sub_steps.axes[2].origins)};
}

}  // namespace morula::potts
