#include "models/interaction/order/block_order.h"

#include <algorithm>
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

u32 comb_spacing_for(std::uint64_t refine) { return refine < 4 ? 2 : 4; }

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
  refine = static_cast<u32>(interaction.refine);
  comb_spacing = comb_spacing_for(refine);
  stack_rows = std::max(1u, refine / comb_spacing);
  combs_x = ceil_divide(axes[0].blocks(), comb_span());
  is_part_ = !lattice.is_whole();
  axis_across_ = lattice.dimensions - 1;
  first_stored_ = static_cast<i64>(lattice.first_owned) - static_cast<i64>(lattice.stored_before);
  stored_ = static_cast<i64>(lattice.layers_of(lattice.stored));
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

namespace {

i64 floor_divide(i64 number, i64 by) { return number / by - (number % by < 0 ? 1 : 0); }

}  // namespace

std::vector<StoredRows> BlockOrder::rows_of_part(const std::array<u32, 3>& offset, u64 first,
                                                 u64 last) const {
  const BlockedAxis& axis = axes[axis_across_];
  const auto length = static_cast<i64>(axis.length), side = static_cast<i64>(axis.block_side),
             blocks = static_cast<i64>(axis.blocks());
  // A block of three sites a side reads and writes one site before its first one and one after it.
  const i64 before = side == 3 ? 1 : 0, end = first_stored_ + stored_;
  const u64 rows = rows_in_layer();
  std::vector<StoredRows> stretches;
  u64 number = 0;
  const i64 first_copy = axis.periodic ? floor_divide(first_stored_, length) - 1 : 0,
            last_copy = axis.periodic ? floor_divide(end, length) + 1 : 0;
  for (i64 copy = first_copy; copy <= last_copy; ++copy) {
    const i64 from = copy * length - static_cast<i64>(offset[axis_across_]);  // site at which block 0 begins
    i64 begin = -floor_divide(from - first_stored_ - before, side),
        behind = floor_divide(end - 2 - from, side) + 1;
    if (!axis.periodic && first_stored_ <= 0) begin = 0;
    if (!axis.periodic && end >= length) behind = blocks;
    begin = std::clamp<i64>(begin, 0, blocks);
    behind = std::clamp<i64>(behind, begin, blocks);
    const u64 count = static_cast<u64>(behind - begin) * rows;
    const u64 wanted_from = std::clamp(first, number, number + count) - number,
              wanted_to = std::clamp(last, number, number + count) - number;
    const u64 row = static_cast<u64>(begin) * rows;
    if (wanted_from < wanted_to)
      stretches.push_back({row + wanted_from, row + wanted_to, copy * length - first_stored_});
    number += count;
  }
  return stretches;
}

u64 BlockOrder::phases_until(u64 generation) const {
  const Uint128 sites = Uint128{generation} * numerator_;
  return static_cast<u64>((sites + denominator_ - 1) / denominator_);
}

}  // namespace morula
