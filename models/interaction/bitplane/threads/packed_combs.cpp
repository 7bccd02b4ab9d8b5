#include "models/interaction/bitplane/threads/packed_combs.h"

#include <cstring>

#include "models/interaction/bitplane/bitplane_support.h"
#include "models/interaction/order/block_order.h"

namespace morula {
namespace {

// Words of 32 blocks are loaded and stored two at a time.
u64 load_pair(const bits* row, u64 pair) {
  u64 both;
  std::memcpy(&both, reinterpret_cast<const std::byte*>(row) + pair * sizeof both, sizeof both);
  return both;
}

void store_pair(u64 both, bits* row, u64 pair) {
  std::memcpy(reinterpret_cast<std::byte*>(row) + pair * sizeof both, &both, sizeof both);
}

u64 teeth(u32 spacing) { return u64{every_tooth(spacing)} << 32 | every_tooth(spacing); }

// Gathers the lanes of a comb from a row, in the order of lanes_of_word().
u32 packed_column(const bits* row, u64 column, u32 first, u32 spacing) {
  u32 lanes = 0;
  for (u32 pair = 0; pair < spacing / 2; ++pair) {
    const u64 blocks = (load_pair(row, column * (spacing / 2) + pair) >> first) & teeth(spacing);
    lanes |= static_cast<u32>(blocks | blocks >> 31) << (2 * pair);
  }
  return lanes;
}

// The inverse of packed_column().
void unpack_column(u32 lanes, bits* row, u64 column, u32 first, u32 spacing) {
  for (u32 pair = 0; pair < spacing / 2; ++pair) {
    const u64 of_comb = teeth(spacing) << first, at = column * (spacing / 2) + pair,
              both = lanes >> (2 * pair);
    const u64 blocks = (both | both << 31) << first;
    store_pair((load_pair(row, at) & ~of_comb) | (blocks & of_comb), row, at);
  }
}

}  // namespace

PackedCombs::PackedCombs(const InteractionSpec& interaction, u64 row_vectors)
    : planes_(plane_count(interaction)),
      sites_(1u << interaction.lattice.dimensions),
      spacing_(comb_spacing_for(interaction.refine)),
      next_plane_(2 * row_vectors),
      inside_(rows_inside(interaction, row_vectors)),
      packed_(u64{sites_} * planes_ * 2 * vectors),
      sides_(3 * 2 * vectors, ~bits{}) {
  for (u32 axis = 0; axis < 3; ++axis)
    for (u32 which = 0; which < 2; ++which)
      sides_inside_[axis][which] = &sides_[(axis * 2 + which) * vectors];
}

void PackedCombs::take(u64 n, const BlockRow& row, u64 column, u32 first) {
  for (u32 s = 0; s < sites_; ++s)
    for (u32 p = 0; p < planes_; ++p)
      packed(s, p)[n] = packed_column(row.site[s] + p * next_plane_, column, first, spacing_);
  origins_[n] = {row.site, column, first};
  if (!inside_.empty()) find_sides(n, row, column, first);
}

void PackedCombs::take_nothing(u64 n) {
  for (u32 s = 0; s < sites_; ++s)
    for (u32 p = 0; p < planes_; ++p) packed(s, p)[n] = 0;
  origins_[n].site[0] = nullptr;
}

void PackedCombs::find_sides(u64 n, const BlockRow& row, u64 column, u32 first) {
  const InsideRow& inside = inside_[row.offset_x];
  side(0, 0)[n] = packed_column(inside.left.data(), column, first, spacing_);
  side(0, 1)[n] = packed_column(inside.right.data(), column, first, spacing_);
  for (u32 which = 0; which < 2; ++which) {
    side(1, which)[n] = row.has_y[which] ? ~0u : 0u;
    side(2, which)[n] = row.has_z[which] ? ~0u : 0u;
  }
}

BlockRow PackedCombs::row() {
  BlockRow packed{};
  for (u32 s = 0; s < sites_; ++s) packed.site[s] = &packed_[u64{s} * planes_ * 2 * vectors];
  packed.combs = &sides_inside_;
  return packed;
}

void PackedCombs::put_back(u64 count) {
  for (u64 n = 0; n < count; ++n) {
    const Origin& origin = origins_[n];
    if (!origin.site[0]) continue;
    for (u32 s = 0; s < sites_; ++s)
      for (u32 p = 0; p < planes_; ++p)
        unpack_column(packed(s, p)[n], origin.site[s] + p * next_plane_, origin.column, origin.first,
                      spacing_);
  }
}

}  // namespace morula
