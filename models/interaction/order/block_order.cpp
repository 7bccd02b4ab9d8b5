#include "models/interaction/order/block_order.h"

#include <numeric>

#include "core/ceil_divide.h"
#include "core/uint128.h"
#include "models/interaction/order/block_sites.h"

namespace morula {

u32 BlockedAxis::offsets() const {
  return static_cast<u32>(periodic && length % block_side != 0 ? length : block_side);
}

u64 BlockedAxis::blocks() const {
  return periodic ? length / block_side : ceil_divide(length + block_side - 1, block_side);
}

BlockOrder::BlockOrder(const InteractionSpec& interaction) {
  const Lattice& lattice = interaction.lattice;
  const u64 block_side = interaction.variant.needs_kin ? 3 : 2;
  const auto blocked = [](u64 length, u64 side, Boundary boundary) {
    return BlockedAxis{length, side, boundary == Boundary::Periodic};
  };
  axes = {blocked(lattice.global.x, block_side, lattice.boundary.x),
          blocked(lattice.global.y, block_side, lattice.boundary.y),
          blocked(lattice.global.z, lattice.dimensions == 3 ? block_side : 1, lattice.boundary.z)};
  words_x = ceil_divide(axes[0].blocks(), 32);
  numerator_ = interaction.refine;
  for (const BlockedAxis& axis : axes) {
    numerator_ *= axis.periodic ? axis.length : axis.block_side;
    denominator_ *= axis.periodic ? axis.blocks() : 1;
    const u64 common = std::gcd(numerator_, denominator_);
    numerator_ /= common;
    denominator_ /= common;
  }
}

std::array<u32, 3> BlockOrder::offset_of(u32x2 offset_key, u64 phase) const {
  const u32x4 drawn = draw(offset_key, 0, phase, 0);
  return {uniform_below(drawn.x, axes[0].offsets()), uniform_below(drawn.y, axes[1].offsets()),
          uniform_below(drawn.z, axes[2].offsets())};
}

u64 BlockOrder::phases_until(u64 generation) const {
  const Uint128 sites = Uint128{generation} * numerator_;
  return static_cast<u64>((sites + denominator_ - 1) / denominator_);
}

}  // namespace morula
