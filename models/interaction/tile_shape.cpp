#include "models/interaction/tile_shape.h"

#include <algorithm>

#include "core/parts.h"
#include "models/interaction/phases.h"
#include "models/interaction/sliced.h"

namespace morula {
namespace {

constexpr u64 tile_bytes = 40 << 10;    // every device has 48 KiB for a group, and offsets want some
constexpr u64 widest = 32;              // words of a tile
constexpr u64 few_replicas = 32;        // below it, replicas alone do not fill a device
constexpr u64 small_rows = 16;          // kept of a tile where a lattice must be cut to fill a device
constexpr u64 small_words = 16 * 2048;  // a lattice of fewer must be
constexpr u32 phases_on_chip = 256;     // a launch ends within milliseconds

// Rows above and below that are spoilt, one with each phase.
constexpr u64 rim = 8, rim_of_small = 16;

}  // namespace

TileShape tile_shape(const InteractionSpec& interaction) {
  const Phases phases(interaction);
  const u64 row_bytes = u64{planes_of(interaction)} * 3 * sizeof(u32), height = interaction.lattice.local.y;
  const u64 words = phases.words_x;
  TileShape shape;
  shape.words = std::min(words, widest);
  shape.rim_words = words > widest ? 1 : 0;
  shape.tiles_x = parts_of(words, shape.words - 2 * shape.rim_words);
  const u64 most_rows = tile_bytes / (row_bytes * shape.words) / 2 * 2;
  const bool fits = height <= most_rows && shape.rim_words == 0;
  if (fits && (interaction.replicas >= few_replicas || height <= 2 * small_rows)) {
    shape.rows = height;
    shape.most_phases = phases_on_chip;
    return shape;
  }
  const bool small = words * height * interaction.replicas < small_words;
  shape.rim_rows = small ? rim_of_small : rim;
  shape.most_phases = static_cast<u32>(shape.rim_rows);
  shape.rows = std::min(small ? small_rows + 2 * shape.rim_rows : most_rows, most_rows);
  shape.tiles_y = parts_of(height, shape.rows - 2 * shape.rim_rows);
  return shape;
}

}  // namespace morula
