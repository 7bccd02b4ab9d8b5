// Several phases for each pass over memory (temporal blocking). A group of work-items holds a tile of the
// lattice in its local memory and computes the interior of the tile, around which lies a halo. A phase
// invalidates one more row of the halo, from outside, if its offset along y differs from that of the phase
// before, and at most one bit at each side; at the end the halo is dropped. A tile as wide as the lattice
// needs no halo at its sides, and a tile as tall as the lattice none above and below.
//
// The odd sites of a row are held as the last phase needed them: either in place or shifted up by one bit. At
// offset 1 block b holds the odd site b - 1 and the even site b, which then have the same bit number. There
// are two copies of the odd sites, since a work-item would otherwise shift sites that its neighbours have yet
// to read. In refined phases (see comb_kernels.h) they are never shifted, and there is one copy.
//
// A part of the lattice is divided into tiles by places in memory. If it begins at an odd row, offsets 0 and
// 1 change roles: blocks at offset 0 lie in memory as blocks at offset 1 do elsewhere.
//
// Defines: those of boundary_kernels.h; GROUP; TILE_ROWS and TILE_WORDS, with the halo; HALO_ROWS (even) and
// HALO_WORDS, 0 where the tile is as large as the lattice; TILES_X, TILES_Y; MOST_PHASES; STATES; SWAPS,
// TAKES_OVER.

// Adds the sites of the interior to the counts of the group, state by state.
RULE void count_interior(LOCAL_POINTER const bits* even, LOCAL_POINTER const bits* odd, u32 shift,
                         TileOrigin origin, LOCAL_POINTER u32* totals) {
  u32 mine[STATES];
  UNROLL for (u32 state = 0; state < STATES; ++state) mine[state] = 0;
  // Every work-item runs the same number of rounds: PoCL miscompiles a loop beside a barrier if that number
  // differs.
  for (u32 start = 0; start < INTERIOR_ROWS * INTERIOR_WORDS; start += GROUP) {
    u32 item = start + local_id(0), row = HALO_ROWS + item / INTERIOR_WORDS,
        word = HALO_WORDS + item % INTERIOR_WORDS;
    i64 y = origin.row + row, at = origin.word + word;
    if (item < INTERIOR_ROWS * INTERIOR_WORDS && y < (i64)SIZE_Y && at < (i64)WORDS) {
      SiteStates of_even = even_states(even, row, word), of_odd = odd_states(odd, row, word, shift);
      UNROLL for (u32 state = 0; state < STATES; ++state) mine[state] +=
          population(in_state(of_even, state, PLANES) & sites_in_word(0, (u64)at)) +
          population(in_state(of_odd, state, PLANES) & sites_in_word(1, (u64)at));
    }
  }
  UNROLL for (u32 state = 0; state < STATES; ++state) LOCAL_ATOMIC_ADD(&totals[state], mine[state]);
}

RULE void draw_offsets(LOCAL_POINTER u32* offsets, u32x2 key, u64 first_phase, u32 phases) {
  for (u32 start = 0; start < MOST_PHASES; start += GROUP) {
    u32 item = start + local_id(0);
    if (item < phases) {
      u32x4 drawn = draw(key, 0, first_phase + item, 0);
      offsets[item] = uniform_below(drawn.x, 2) | uniform_below(drawn.y, 2) << 1;
    }
  }
}

RULE void load_tile(LOCAL_POINTER bits* even, LOCAL_POINTER bits* odd, GLOBAL const bits* from,
                    TileOrigin origin) {
  for (u32 start = 0; start < TILE_SITES; start += GROUP) {
    u32 item = start + local_id(0);
    if (item < TILE_SITES) {
      u32 plane = item / TILE_WORDS / TILE_ROWS;
      i64 y = origin.row + item / TILE_WORDS % TILE_ROWS, word = origin.word + item % TILE_WORDS;
      even[place_of_word(item)] = load_word(from, plane, 0, y, word);
      odd[place_of_word(item)] = load_word(from, plane, 1, y, word);
    }
  }
}

// Writes the interior of the tile to device memory.
RULE void store_tile(LOCAL_POINTER const bits* even, LOCAL_POINTER const bits* odd, u32 shift,
                     GLOBAL bits* to, TileOrigin origin) {
  for (u32 start = 0; start < TILE_SITES; start += GROUP) {
    u32 item = start + local_id(0), word = item % TILE_WORDS, row = item / TILE_WORDS % TILE_ROWS;
    i64 at = origin.word + word, y = origin.row + row;
    if (item < TILE_SITES && row >= HALO_ROWS && row < TILE_ROWS - HALO_ROWS && word >= HALO_WORDS &&
        word < TILE_WORDS - HALO_WORDS && at < (i64)WORDS && y < (i64)SIZE_Y) {
      u32 plane = item / TILE_WORDS / TILE_ROWS;
      to[word_at(plane, 0, (u64)y, (u64)at)] = even[place_of_word(item)] & sites_in_word(0, (u64)at);
      to[word_at(plane, 1, (u64)y, (u64)at)] =
          shifted_word(odd, place_of_word(item), word, shift) & sites_in_word(1, (u64)at);
    }
  }
}

// In a part, the kernel takes the first stored row as an argument.
#if STORED
#define FIRST_STORED_PARAMETER , u64 first_stored_layer
#define FIRST_STORED (i64) first_stored_layer
#else
#define FIRST_STORED_PARAMETER
#define FIRST_STORED 0
#endif

// Carries out `phases` phases in every tile. If `counts` is set, the numbers of sites in each state are then
// added to an entry of the log, which has a number for each replica and state.
KERNEL GROUP_OF(GROUP, 1, 1)
    tile_phases(GLOBAL const bits* RESTRICT from, GLOBAL bits* RESTRICT to,
                GLOBAL const Thresholds* RESTRICT thresholds, GLOBAL const u32x2* RESTRICT keys,
                GLOBAL const u32x2* RESTRICT offset_keys, GLOBAL const u32* RESTRICT frozen, u64 first_phase,
                u32 phases, GLOBAL u32* RESTRICT log, u32 counts, u64 entry FIRST_STORED_PARAMETER) {
  LOCAL bits even[TILE_SIZE], odd[(REFINE > 1 ? 1 : 2) * TILE_SIZE];
  LOCAL u32 offsets[MOST_PHASES], totals[STATES];
  u64 replica = group_id(0) / (TILES_X * TILES_Y), replicas = group_count(0) / (TILES_X * TILES_Y);
  TileOrigin origin = tile_origin(group_id(0), FIRST_STORED);
  if (frozen[replica]) phases = 0;  // frozen replicas are only copied
  draw_offsets(offsets, offset_keys[replica], first_phase, phases);
  load_tile(even, odd, from + replica * REPLICA_WORDS, origin);
  if (local_id(0) < STATES) totals[local_id(0)] = 0;
  BARRIER();
  ThresholdList classes = thresholds_of(thresholds, replica);
  u32 shifted = 0;  // are the odd sites shifted up?
#if REFINE > 1
  for (u32 i = 0; i < phases; ++i) {
    comb_phase(even, odd, keys[replica], first_phase + i, offsets[i], origin, classes);
    BARRIER();
  }
  LOCAL_POINTER const bits* odd_last = odd;
#else
  for (u32 i = 0; i < phases; ++i) {
    u32 offset_x = offsets[i] & 1u, shift = offset_x == shifted ? STAY : offset_x ? UP : DOWN;
    tile_phase(even, odd + i % 2 * TILE_SIZE, odd + (1 - i % 2) * TILE_SIZE, keys[replica], first_phase + i,
               shift, offsets[i], origin, classes);
    shifted = offset_x;
    BARRIER();
  }
  LOCAL_POINTER const bits* odd_last = odd + phases % 2 * TILE_SIZE;
#endif
  store_tile(even, odd_last, shifted ? DOWN : STAY, to + replica * REPLICA_WORDS, origin);
  if (counts) count_interior(even, odd_last, shifted ? DOWN : STAY, origin, totals);
  BARRIER();
  if (counts && local_id(0) < STATES)
    GLOBAL_ATOMIC_ADD(&log[(entry * replicas + replica) * STATES + local_id(0)], totals[local_id(0)]);
}
