// How the lattice is divided into tiles, each held by a group of work-items: see tile_kernels.h.
#pragma once

#include "models/interaction/interaction_spec.h"

namespace morula {

struct TileShape {
  u64 rows = 2, words = 1;            // with the halo
  u64 halo_rows = 0, halo_words = 0;  // on each side; 0 where the tile is as large as the lattice
  u64 tiles_x = 1, tiles_y = 1;
  u32 most_phases = 1;  // in one pass over memory
  u32 group = 256;      // work-items that share a tile
};

TileShape tile_shape(const InteractionSpec& interaction);

// Is the lattice so narrow that tiles can hold whole rows?
bool holds_whole_rows(const InteractionSpec& interaction);

// How many of the next phases, at most `most`, tiles with such halos can carry out in one pass. A tile begins
// at an even row of memory. It loses a row at each end whenever its blocks lie differently than in the phase
// before; in the first phase, differently than at offset 0. offset(replica, i) is where blocks lie along y in
// the i-th phase.
template <typename Offset>
u32 phases_in_halo(u64 halo_rows, u32 most, u64 replicas, const Offset& offset) {
  if (most <= halo_rows) return most;
  u32 fewest = most;
  for (u64 replica = 0; replica < replicas; ++replica) {
    u64 lost = 0;
    u32 before = 0;
    for (u32 i = 0; i < fewest; ++i) {
      const u32 now = offset(replica, i);
      lost += now != before;
      before = now;
      if (lost > halo_rows) fewest = i;
    }
  }
  return fewest;
}

}  // namespace morula
