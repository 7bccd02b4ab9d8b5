// Several phases for each pass over memory (temporal blocking): a group of work-items holds a tile of the
// lattice in its own memory. Around the interior of a tile, which it computes, lies a halo. A phase
// invalidates one more row of the halo from outside if its offset along y differs from that of the phase
// before, and at most one bit at each side; at the end the halo is dropped. A tile as wide as the lattice
// needs no halo at its sides, a tile as tall none above and below.
//
// The odd sites of a row are held either as they are or shifted up by one bit, as the last phase had them: at
// offset 1 block b holds the odd site b - 1 and the even site b, which then share a bit. There are two copies
// of the odd sites, since a work-item shifts what its neighbours have yet to read.
//
// A part of the lattice is divided into tiles as it lies in memory. Where it begins at an odd row, blocks at
// offset 0 lie in memory as others do at offset 1, and the other way round.
//
// Defines: those of boundary_kernels.h; GROUP; TILE_ROWS and TILE_WORDS, with the halo; HALO_ROWS (even) and
// HALO_WORDS, 0 where the tile is as large as the lattice; TILES_X, TILES_Y; MOST_PHASES; STATES; SWAPS,
// TAKES_OVER.

#define INTERIOR_ROWS (TILE_ROWS - 2 * HALO_ROWS)
#define INTERIOR_WORDS (TILE_WORDS - 2 * HALO_WORDS)
#define WHOLE_Y (HALO_ROWS == 0)
#define TILE_SIZE (PLANES * TILE_ROWS * TILE_WORDS)  // words of one parity

RULE u32 tile_at(u32 plane, u32 row, u32 word) { return (plane * TILE_ROWS + row) * TILE_WORDS + word; }

#define STAY 0u
#define UP 1u
#define DOWN 2u

// A word of odd sites, shifted up or back down by one bit. In a periodic row the last of them then shares a
// bit with the first even one.
RULE bits shifted_word(LOCAL_POINTER const bits* tile, u32 at, u32 word, u32 shift) {
  u32 last = (BLOCKS_X - 1) % 32;
  if (shift == STAY) return tile[at];
  if (shift == UP) {
    bits before = word > 0                ? tile[at - 1]
                  : WHOLE_X && PERIODIC_X ? tile[at + TILE_WORDS - 1] << (31 - last)
                                          : 0;
    return moved_up(tile[at], before);
  }
  bits shifted = moved_down(tile[at], word + 1 < TILE_WORDS ? tile[at + 1] : 0);
  if (WHOLE_X && PERIODIC_X && word + 1 == TILE_WORDS)
    shifted = (shifted & ~(1u << last)) | ((tile[at + 1 - TILE_WORDS] & 1u) << last);
  return shifted;
}

RULE SiteStates even_states(LOCAL_POINTER const bits* tile, u32 row, u32 word) {
  SiteStates states;
  UNROLL for (u32 p = 0; p < PLANES; ++p) states.plane[p] = tile[tile_at(p, row, word)];
  return states;
}

RULE SiteStates odd_states(LOCAL_POINTER const bits* tile, u32 row, u32 word, u32 shift) {
  SiteStates states;
  UNROLL for (u32 p = 0; p < PLANES; ++p) states.plane[p] =
      shifted_word(tile, tile_at(p, row, word), word, shift);
  return states;
}

RULE void put_states(LOCAL_POINTER bits* tile, u32 row, u32 word, SiteStates states) {
  UNROLL for (u32 p = 0; p < PLANES; ++p) tile[tile_at(p, row, word)] = states.plane[p];
}

// The two rows of the tile that a row of blocks covers; they are the same where the other lies beyond a wall.
typedef struct {
  u32 top, bottom, has_bottom;
} Rows;

// One interaction in each of 32 blocks. The odd sites are shifted as `shift` says; at offset 1 they are the
// left sites of their blocks.
RULE void interact_in_word(LOCAL_POINTER bits* even, LOCAL_POINTER const bits* odd,
                           LOCAL_POINTER bits* odd_next, Rows rows, u32 word, u32 shift, u32 offset_x,
                           DrawnBlocks drawn, bits allowed) {
  SiteStates even_top = even_states(even, rows.top, word), even_bottom = even_states(even, rows.bottom, word);
  SiteStates odd_top = odd_states(odd, rows.top, word, shift),
             odd_bottom = odd_states(odd, rows.bottom, word, shift);
  bits swapped = offset_x ? ~0u : 0u;  // even and odd sites have changed places in their blocks
  drawn.places.actor[0] ^= swapped;
  Blocks blocks;
  blocks.site[0] = even_top;
  blocks.site[1] = odd_top;
  blocks.site[2] = even_bottom;
  blocks.site[3] = odd_bottom;
  SiteStates actors = actors_of(blocks, drawn.places, 2, PLANES),
             partners = partners_of(blocks, drawn.places, 2, PLANES);
  Decisions decided = choose_actions(drawn, actors, partners);
  blocks = interacted(blocks, decided, actors, partners, ~0u, allowed, SWAPS, TAKES_OVER, 2, PLANES);
  put_states(even, rows.top, word, blocks.site[0]);
  put_states(odd_next, rows.top, word, blocks.site[1]);
  if (!rows.has_bottom) return;
  put_states(even, rows.bottom, word, blocks.site[2]);
  put_states(odd_next, rows.bottom, word, blocks.site[3]);
}

// Where a tile, with its halo, begins; that may lie outside.
typedef struct {
  i64 row, word;    // in memory
  i64 lattice_row;  // the same row, in the lattice
  u32 is_odd;       // is that odd?
  i64 block;        // row of blocks; at offset 0 it holds the first row of the tile
  u32 wrapped;      // the same, wrapped around where y is periodic
} TileOrigin;

// `first_stored` is the row of the lattice that is stored first; it may lie before its beginning.
RULE TileOrigin tile_origin(u64 tile, i64 first_stored) {
  TileOrigin origin;
  origin.word = (i64)(tile % TILES_X) * INTERIOR_WORDS - HALO_WORDS;
  origin.row = (i64)(tile / TILES_X % TILES_Y) * INTERIOR_ROWS - HALO_ROWS;
  origin.lattice_row = origin.row + first_stored;
  origin.is_odd = (u32)first_stored & 1u;  // tiles begin at even rows of memory
  origin.block = (origin.lattice_row - (i64)origin.is_odd) / 2;
  origin.wrapped = (u32)((origin.block % (i64)BLOCKS_Y + (i64)BLOCKS_Y) % (i64)BLOCKS_Y);
  return origin;
}

// Rows of blocks in a tile: the last one reaches beyond its end at offset 1, or wraps around the lattice.
#define TILE_BLOCKS (TILE_ROWS / 2 + (WHOLE_Y && !PERIODIC_Y ? 1 : 0))

// The rows of the tile that its row of blocks `at` covers, at an offset in memory; false where those blocks
// need not be computed. The tile begins at row `first_row` of the lattice.
RULE u32 find_rows(u32 at, u32 offset_y, i64 first_row, Rows* rows) {
  i32 top = (i32)(at * 2) - (i32)offset_y, bottom = top + 1;
  if (WHOLE_Y && PERIODIC_Y && top < 0) top += (i32)TILE_ROWS;
  rows->top = (u32)(top < 0 ? bottom : top);
  rows->has_bottom = bottom < (i32)TILE_ROWS;
  rows->bottom = (u32)(rows->has_bottom ? bottom : top);
  if (WHOLE_Y && !PERIODIC_Y) return top < (i32)TILE_ROWS;
  return top >= 0 && rows->has_bottom && (PERIODIC_Y || first_row + bottom >= 0);
}

// One phase of the tile. Bit 0 of `offsets` is the offset along x, bit 1 that along y.
RULE void tile_phase(LOCAL_POINTER bits* even, LOCAL_POINTER const bits* odd, LOCAL_POINTER bits* odd_next,
                     u32x2 key, u64 phase, u32 shift, u32 offsets, TileOrigin origin,
                     ClassThresholds classes) {
  u32 offset_x = offsets & 1u, offset_y = offsets >> 1, in_memory = offset_y ^ origin.is_odd,
      later = offset_y & origin.is_odd;  // then the tile begins with the next row of blocks
  for (u32 start = 0; start < TILE_BLOCKS * TILE_WORDS; start += GROUP) {
    u32 item = start + local_id(0), at = item / TILE_WORDS;
    i64 word = origin.word + item % TILE_WORDS;
    // The row of blocks in the lattice.
    i32 row = PERIODIC_Y ? (i32)((origin.wrapped + at + later) % BLOCKS_Y)
                         : (i32)origin.block + (i32)at + (i32)later;
    Rows rows;
    if (at < TILE_BLOCKS && row < (i32)BLOCKS_Y && find_rows(at, in_memory, origin.lattice_row, &rows)) {
      DrawnBlocks drawn = decide_wrapped(key, (u64)row, word, phase, classes);
      bits allowed = PERIODIC_X && PERIODIC_Y
                         ? ~0u
                         : inside_walls(drawn.places, word,
                                        origin.lattice_row + (i64)(at * 2) - (i64)in_memory, offset_x);
      interact_in_word(even, odd, odd_next, rows, item % TILE_WORDS, shift, offset_x, drawn, allowed);
    }
  }
}

// Adds the sites of the interior to the counts of the group, state by state.
RULE void count_interior(LOCAL_POINTER const bits* even, LOCAL_POINTER const bits* odd, u32 shift,
                         TileOrigin origin, LOCAL_POINTER u32* totals) {
  u32 mine[STATES];
  UNROLL for (u32 state = 0; state < STATES; ++state) mine[state] = 0;
  // Every work-item runs the same rounds: PoCL miscompiles a loop beside a barrier that differs among them.
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
  for (u32 start = 0; start < TILE_SIZE; start += GROUP) {
    u32 item = start + local_id(0);
    if (item < TILE_SIZE) {
      u32 plane = item / TILE_WORDS / TILE_ROWS;
      i64 y = origin.row + item / TILE_WORDS % TILE_ROWS, word = origin.word + item % TILE_WORDS;
      even[item] = load_word(from, plane, 0, y, word);
      odd[item] = load_word(from, plane, 1, y, word);
    }
  }
}

// Writes the interior.
RULE void store_tile(LOCAL_POINTER const bits* even, LOCAL_POINTER const bits* odd, u32 shift,
                     GLOBAL bits* to, TileOrigin origin) {
  for (u32 start = 0; start < TILE_SIZE; start += GROUP) {
    u32 item = start + local_id(0), word = item % TILE_WORDS, row = item / TILE_WORDS % TILE_ROWS;
    i64 at = origin.word + word, y = origin.row + row;
    if (item < TILE_SIZE && row >= HALO_ROWS && row < TILE_ROWS - HALO_ROWS && word >= HALO_WORDS &&
        word < TILE_WORDS - HALO_WORDS && at < (i64)WORDS && y < (i64)SIZE_Y) {
      u32 plane = item / TILE_WORDS / TILE_ROWS;
      to[word_at(plane, 0, (u64)y, (u64)at)] = even[item] & sites_in_word(0, (u64)at);
      to[word_at(plane, 1, (u64)y, (u64)at)] =
          shifted_word(odd, item, word, shift) & sites_in_word(1, (u64)at);
    }
  }
}

// A part takes its first row as an argument.
#if STORED
#define FIRST_STORED_PARAMETER , u64 first_stored_layer
#define FIRST_STORED (i64) first_stored_layer
#else
#define FIRST_STORED_PARAMETER
#define FIRST_STORED 0
#endif

// Carries out `phases` phases in every tile. Where `counts` is set, the numbers of sites in each state are
// then added to an entry of the log, which has a number for each replica and state.
KERNEL GROUP_OF(GROUP, 1, 1)
    tile_phases(GLOBAL const bits* RESTRICT from, GLOBAL bits* RESTRICT to,
                GLOBAL const Thresholds* RESTRICT thresholds, GLOBAL const u32x2* RESTRICT keys,
                GLOBAL const u32x2* RESTRICT offset_keys, GLOBAL const u32* RESTRICT frozen, u64 first_phase,
                u32 phases, GLOBAL u32* RESTRICT log, u32 counts, u64 entry FIRST_STORED_PARAMETER) {
  LOCAL bits even[TILE_SIZE], odd[2 * TILE_SIZE];
  LOCAL u32 offsets[MOST_PHASES], totals[STATES];
  u64 replica = group_id(0) / (TILES_X * TILES_Y), replicas = group_count(0) / (TILES_X * TILES_Y);
  TileOrigin origin = tile_origin(group_id(0), FIRST_STORED);
  if (frozen[replica]) phases = 0;  // its tiles are copied all the same
  draw_offsets(offsets, offset_keys[replica], first_phase, phases);
  load_tile(even, odd, from + replica * REPLICA_WORDS, origin);
  if (local_id(0) < STATES) totals[local_id(0)] = 0;
  BARRIER();
  ClassThresholds classes = thresholds_of(thresholds, replica);
  u32 shifted = 0;  // are the odd sites shifted up?
  for (u32 i = 0; i < phases; ++i) {
    u32 offset_x = offsets[i] & 1u, shift = offset_x == shifted ? STAY : offset_x ? UP : DOWN;
    tile_phase(even, odd + i % 2 * TILE_SIZE, odd + (1 - i % 2) * TILE_SIZE, keys[replica], first_phase + i,
               shift, offsets[i], origin, classes);
    shifted = offset_x;
    BARRIER();
  }
  LOCAL_POINTER const bits* odd_last = odd + phases % 2 * TILE_SIZE;
  store_tile(even, odd_last, shifted ? DOWN : STAY, to + replica * REPLICA_WORDS, origin);
  if (counts) count_interior(even, odd_last, shifted ? DOWN : STAY, origin, totals);
  BARRIER();
  if (counts && local_id(0) < STATES)
    GLOBAL_ATOMIC_ADD(&log[(entry * replicas + replica) * STATES + local_id(0)], totals[local_id(0)]);
}
