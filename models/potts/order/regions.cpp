#include "models/potts/order/regions.h"

#include <algorithm>
#include <numeric>

#include "core/ceil_divide.h"
#include "core/uint128.h"
#include "models/potts/potts_rule.h"

namespace morula::potts {
namespace {

// An attempt does not see the copies that its cell has gained in the same sub-step. How much that matters
// grows with the attempts that a cell sees in a sub-step and with the constraint's stiffness λ/T: README.md
// has the figures for these limits to their product.
constexpr double most_in_plane = 0.2, most_in_space = 0.4;
constexpr u32 narrowest = 2, widest = 8;

double stiffness(const CellType& type) {
  // A copy changes a surface by two faces in the mean, and the square of that counts.
  return (type.volume ? type.volume->strength : 0) + 4 * (type.surface ? type.surface->strength : 0);
}

// Do attempts in regions of this side see counts that are fresh enough, whatever the type?
bool is_fresh(const PottsSpec& spec, u64 sub_steps) {
  const double most = spec.lattice.dimensions == 3 ? most_in_space : most_in_plane;
  return std::ranges::all_of(spec.types, [&](const CellType& type) {
    const double attempts = type.volume ? type.volume->target / static_cast<double>(sub_steps) : 1;
    return type.fixed || attempts * stiffness(type) <= most * spec.temperature;
  });
}

u64 power(u64 base, unsigned exponent) { return exponent == 0 ? 1 : base * power(base, exponent - 1); }

}  // namespace

Cut cut_axis(u64 length, Boundary boundary, u32 region) {
  const u32 side = static_cast<u32>(length), stride = 2 * region;
  const bool periodic = boundary == Boundary::Periodic;
  if (periodic && side < stride) return {side, std::min(region, side), side, 1, side, true};
  if (periodic) return {side, region, stride, side / stride, side % stride == 0 ? stride : side, true};
  if (side <= region) return {side, side, side, 1, 1, false};
  return {side, region, stride, static_cast<u32>(ceil_divide(u64{side} + stride - 1, stride)), stride, false};
}

RegionChoice chosen_regions(const PottsSpec& spec) {
  if (spec.regions) return *spec.regions;
  const u32 least = std::max({narrowest, spec.copy.reach(), spec.contact.reach()});
  // One attempt in regions as small as the cells allow: attempts are spread as evenly as can be.
  for (u32 side = least; side < widest; ++side)
    if (is_fresh(spec, power(2 * side, spec.lattice.dimensions))) return {side, 1};
  return {widest, 1};
}

Regions::Regions(const PottsSpec& spec) : sites_(spec.lattice.global.sites()) {
  const Lattice& lattice = spec.lattice;
  const RegionChoice choice = chosen_regions(spec);
  attempts_each = choice.attempts;
  cuts[0] = cut_axis(lattice.global.x, lattice.boundary.x, choice.side);
  cuts[1] = cut_axis(lattice.global.y, lattice.boundary.y, choice.side);
  if (lattice.dimensions == 3) cuts[2] = cut_axis(lattice.global.z, lattice.boundary.z, choice.side);
  denominator_ = attempts_each;
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

u64 Regions::attempts(u64 sub_steps) const {
  return static_cast<u64>(Uint128{sub_steps} * sites_ * denominator_ / numerator_);
}

std::array<u32, 3> drawn_origin(const Regions& regions, u32x2 key, u64 sub_step) {
  const u32x4 words = draw(key, 0, sub_step, 0);
  return {drawn_below(words.x, regions.cuts[0].origins), drawn_below(words.y, regions.cuts[1].origins),
          drawn_below(words.z, regions.cuts[2].origins)};
}

}  // namespace morula::potts
