#include "models/interaction/bitplane/device/tile_shape.h"

#include <algorithm>

#include "core/ceil_divide.h"
#include "models/interaction/bitplane/bitplane_support.h"
#include "models/interaction/order/block_order.h"

namespace morula {
namespace {

// The values that were quickest on an NVIDIA H200: docs/performance/interaction.md has the trials.
constexpr u64 tile_bytes = 36 << 10;  // every device has 48 KiB for a group
constexpr u64 widest_whole = 32;      // words in a row; tiles hold whole rows of lattices up to this width
constexpr u64 width = 16;             // words in a row of narrower tiles
// Smallest height of a tile with whole rows. Narrower tiles have as many rows even with the most planes.
constexpr u64 least_rows = 48;
constexpr u64 halo = 8;  // rows above and below a tile

// A lattice of few words is divided into low tiles, so that there is a tile for every multiprocessor.
constexpr u64 few_words = 16 * 2048;
constexpr u64 low_rows = 8, low_halo = 12;

// If replicas fit into a tile and are numerous enough to fill a device, each replica stays in its tile for
// many phases.
constexpr u64 many_replicas = 32;
constexpr u32 phases_on_chip = 256;  // few enough for a launch to end within milliseconds
constexpr u32 group_on_chip = 128;

// In refined phases only few blocks act. Halos are therefore deeper, so that a pass has more phases, and
// groups are smaller.
constexpr u64 refined_halo = 12;
constexpr u32 refined_group = 128;

// How many rows of this many words fit into a tile. There are two copies of the odd sites; in refined phases
// there is one copy, and rows have an odd number of words: see tile_layout_kernels.h.
u64 rows_of(const InteractionSpec& interaction, u64 words) {
  const bool refined = interaction.refine > 1;
  const u64 row = u64{plane_count(interaction)} * (refined ? 2 * (words | 1) : 3 * words) * sizeof(u32);
  return tile_bytes / row / 2 * 2;
}

}  // namespace

bool holds_whole_rows(const InteractionSpec& interaction) {
  const u64 words = BlockOrder(interaction).words_x;
  return words <= widest_whole && rows_of(interaction, words) >= least_rows;
}

TileShape tile_shape(const InteractionSpec& interaction) {
  const u64 words = BlockOrder(interaction).words_x, height = interaction.lattice.stored.y;
  TileShape shape;
  const bool whole = holds_whole_rows(interaction), refined = interaction.refine > 1;
  shape.words = whole ? words : width;
  shape.halo_words = whole ? 0 : 1;
  shape.tiles_x = ceil_divide(words, shape.words - 2 * shape.halo_words);
  const u64 most_rows = rows_of(interaction, shape.words);
  // Halos are invalidated at the ends of a part, so tiles have halos there.
  const bool is_part = !interaction.lattice.is_whole();
  if (whole && !is_part && height <= most_rows &&
      (interaction.replicas >= many_replicas || height <= low_rows)) {
    shape.rows = height;
    shape.most_phases = phases_on_chip;
    shape.group = group_on_chip;
    return shape;
  }
  const bool low = words * height * interaction.replicas < few_words && low_rows + 2 * low_halo <= most_rows;
  shape.halo_rows = refined ? refined_halo : low ? low_halo : halo;
  if (refined) shape.group = refined_group;
  // A phase uses up a row of the halo if its offset differs from that of the phase before, which happens in
  // every second phase on average. Among many replicas, nearly always one has a different offset. Along x a
  // phase may use up a bit.
  constexpr u64 few_replicas = 4, halo_bits = 32;
  const u64 most_phases = (interaction.replicas <= few_replicas ? 4 : 1) * shape.halo_rows;
  shape.most_phases = static_cast<u32>(whole ? most_phases : std::min(most_phases, halo_bits));
  shape.rows = low ? low_rows + 2 * shape.halo_rows : most_rows;
  shape.tiles_y = ceil_divide(height, shape.rows - 2 * shape.halo_rows);
  return shape;
}

}  // namespace morula
