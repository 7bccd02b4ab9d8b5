// How the lattice is divided into tiles, each held by a group of work-items: see tile_kernels.h.
#pragma once

#include "models/interaction/interaction_spec.h"

namespace morula {

struct TileShape {
  u64 rows = 2, words = 1;            // of a tile, with its halo
  u64 halo_rows = 0, halo_words = 0;  // on each side; 0 where the tile is as large as the lattice
  u64 tiles_x = 1, tiles_y = 1;
  u32 most_phases = 1;  // in one pass
  u32 group = 256;      // work-items that share a tile
};

TileShape tile_shape(const InteractionSpec& interaction);

}  // namespace morula
