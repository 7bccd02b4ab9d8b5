#include "models/interaction/bitplane/packed_combs.h"

#include <cstring>

#include "models/interaction/bitplane/bitplane_support.h"
#include "models/interaction/order/block_order.h"

namespace morula {
namespace {

constexpr u64 every_second = 0x5555555555555555;

u64 load_column(const bits* row, u64 column) {
  u64 both;
  std::memcpy(&both, reinterpret_cast<const std::byte*>(row) + column * sizeof both, sizeof both);
  return both;
}

void store_column(u64 both, bits* row, u64 column) {
  std::memcpy(reinterpret_cast<std::byte*>(row) + column * sizeof both, &both, sizeof both);
}

// comb_of_words() and word_of_comb(), for two words side by side.
u32 packed_column(u64 both, u32 first) {
  const u64 blocks = (both >> first) & every_second;
  return static_cast<u32>(blocks | blocks >> 31);
}
u64 unpacked_column(u32 comb, u32 first) { return ((u64{comb} | u64{comb} << 31) & every_second) << first; }

}  // namespace

PackedCombs::PackedCombs(const InteractionSpec& interaction, u64 row_vectors)
    : dimensions_(interaction.lattice.dimensions),
      planes_(plane_count(interaction)),
      sites_(1u << dimensions_),
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
      packed(s, p)[n] = packed_column(load_column(row.site[s] + p * next_plane_, column), first);
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
  side(0, 0)[n] = packed_column(load_column(inside.left.data(), column), first);
  side(0, 1)[n] = packed_column(load_column(inside.right.data(), column), first);
  for (u32 which = 0; which < 2; ++which) {
    side(1, which)[n] = row.has_y[which] ? ~0u : 0u;
    side(2, which)[n] = row.has_z[which] ? ~0u : 0u;
  }
}

BlockRow PackedCombs::row() {
  BlockRow all{};
  for (u32 s = 0; s < sites_; ++s) all.site[s] = &packed_[u64{s} * planes_ * 2 * vectors];
  all.combs = &sides_inside_;
  return all;
}

void PackedCombs::put_back(u64 count) {
  for (u64 n = 0; n < count; ++n) {
    const Origin& origin = origins_[n];
    if (!origin.site[0]) continue;
    const u64 own = every_second << origin.first;
    for (u32 s = 0; s < sites_; ++s)
      for (u32 p = 0; p < planes_; ++p) {
        bits* const to = origin.site[s] + p * next_plane_;
        const u64 others = load_column(to, origin.column) & ~own;
        store_column(others | unpacked_column(packed(s, p)[n], origin.first), to, origin.column);
      }
  }
}

}  // namespace morula
