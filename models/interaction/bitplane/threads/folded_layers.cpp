#include "models/interaction/bitplane/threads/folded_layers.h"

#include <cstring>

#include "core/ceil_divide.h"
#include "models/interaction/bitplane/bitplane_support.h"
#include "models/interaction/order/block_order.h"

namespace morula {
namespace {

u64 folded_words(const InteractionSpec& interaction) {
  return interaction.lattice.stored.y / 2 * BlockOrder(interaction).words_x;
}
u64 folded_vectors(const InteractionSpec& interaction) {
  return ceil_divide(folded_words(interaction), u64{words_in_vector});
}
u64 layers_in_all(const InteractionSpec& interaction) {
  return interaction.replicas * interaction.lattice.stored.z;
}
u64 all_folded_vectors(const InteractionSpec& interaction) {
  return layers_in_all(interaction) * plane_count(interaction) * 4 * folded_vectors(interaction);
}

// Words of vectors are only copied; they are never used as words.
u32* words_of(bits* row) { return reinterpret_cast<u32*>(row); }
const u32* words_of(const bits* row) { return reinterpret_cast<const u32*>(row); }
// Copies one or two words, without a call of memcpy.
void copy_row(const u32* from, u64 words, u32* to) {
  if (words == 1)
    std::memcpy(to, from, sizeof(u32));
  else
    std::memcpy(to, from, 2 * sizeof(u32));
}

// Turns the sites of as many rows as a vector holds; each row has up to 32 or 64 sites of one parity. Turned
// up, the last site comes first; turned down, the first site comes last.
template <typename Rows, typename Row>
bits turned_sites(bits row_bits, u64 sites, bool up) {
  const Rows rows = (Rows)row_bits;
  const auto last = static_cast<Row>(sites - 1);
  const Row inside = static_cast<Row>(~Row{0}) >> (sizeof(Row) * 8 - sites), first_site = 1;
  return (bits)(up ? ((rows << 1) | (rows >> last)) & inside : (rows >> 1) | ((rows & first_site) << last));
}

}  // namespace

bool FoldedLayers::suit(const InteractionSpec& interaction, u64 threads) {
  const Lattice& lattice = interaction.lattice;
  const BlockOrder order(interaction);
  const auto is_even_circle = [&](unsigned axis) {
    return order.axes[axis].periodic && order.axes[axis].length % 2 == 0;
  };
  return lattice.is_whole() && interaction.refine == 1 && is_even_circle(0) && is_even_circle(1) &&
         (lattice.dimensions == 2 || order.axes[2].periodic) && order.words_x <= most_row_words &&
         (interaction.replicas >= threads || order.axes[2].blocks() >= 2 * threads);
}

u64 FoldedLayers::bytes(const InteractionSpec& interaction) {
  return all_folded_vectors(interaction) * sizeof(bits) +
         layers_in_all(interaction) * sizeof(std::array<u32, 2>);
}

FoldedLayers::FoldedLayers(const InteractionSpec& interaction)
    : planes_(plane_count(interaction)),
      dimensions_(interaction.lattice.dimensions),
      odd_sites_(interaction.lattice.stored.x / 2),
      height_(interaction.lattice.stored.y),
      layers_(interaction.lattice.stored.z),
      row_words_(BlockOrder(interaction).words_x),
      words_(folded_words(interaction)),
      vectors_(folded_vectors(interaction)),
      row_bits_(all_folded_vectors(interaction)),
      offsets_(layers_in_all(interaction)) {}

template <typename Visit>
void FoldedLayers::for_rows(u64 replica, u64 layer, const Visit& visit) {
  for (u32 parity_y = 0; parity_y < 2; ++parity_y)
    for (u32 plane = 0; plane < planes_; ++plane)
      for (u32 parity_x = 0; parity_x < 2; ++parity_x) {
        u32* const words = words_of(row(replica, layer, parity_y, plane, parity_x));
        for (u64 y = parity_y; y < height_; y += 2)
          visit(words + y / 2 * row_words_, layer * height_ + y, plane, parity_x);
      }
}

void FoldedLayers::fold(const BitplaneRows& rows, u64 replica, u64 layer) {
  for_rows(replica, layer, [&](u32* words, u64 y, u32 plane, u32 parity) {
    copy_row(words_of(rows.row(replica, y, plane, parity)), row_words_, words);
  });
  offsets_[replica * layers_ + layer] = {0, 0};
}

void FoldedLayers::unfold(u64 replica, u64 layer, BitplaneRows& rows) {
  set_offset(replica, layer, {0, 0});
  for_rows(replica, layer, [&](const u32* words, u64 y, u32 plane, u32 parity) {
    copy_row(words, row_words_, words_of(rows.row(replica, y, plane, parity)));
  });
}

void FoldedLayers::set_offset(u64 replica, u64 layer, std::array<u32, 2> offset) {
  std::array<u32, 2>& held = offsets_[replica * layers_ + layer];
  for (u32 plane = 0; plane < planes_; ++plane)
    for (u32 other = 0; other < 2; ++other) {
      if (held[0] != offset[0]) turn_sites(row(replica, layer, other, plane, 1), offset[0] > 0);
      if (held[1] != offset[1]) turn_rows(row(replica, layer, 1, plane, other), offset[1] > 0);
    }
  held = offset;
}

// The last odd site then has the same bit number as the first even one.
void FoldedLayers::turn_sites(bits* row, bool up) const {
  for (u64 i = 0; i < vectors_; ++i)
    row[i] = row_words_ == 1 ? turned_sites<WordVector, u32>(row[i], odd_sites_, up)
                             : turned_sites<bits, u64>(row[i], odd_sites_, up);
}

void FoldedLayers::turn_rows(bits* row, bool up) const {
  u32* const words = words_of(row);
  const u64 others = words_ - row_words_;
  std::array<u32, most_row_words> around;
  copy_row(words + (up ? others : 0), row_words_, around.data());
  std::memmove(words + (up ? row_words_ : 0), words + (up ? 0 : row_words_), others * sizeof(u32));
  copy_row(around.data(), row_words_, words + (up ? 0 : others));
}

BlockRow FoldedLayers::blocks(u64 replica, std::array<u64, 2> layers, std::array<u32, 2> offset) {
  BlockRow blocks{};
  blocks.offset_x = offset[0];
  for (u32 s = 0; s < 1u << dimensions_; ++s)
    blocks.site[s] = row(replica, layers[s >> 2], ((s >> 1) & 1u) ^ offset[1], 0, (s & 1u) ^ offset[0]);
  return blocks;
}

}  // namespace morula
