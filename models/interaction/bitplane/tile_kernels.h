// Several phases for each pass over memory: a group of work-items holds a tile of the lattice in its own
// memory. Around what it is to compute lies a rim, which is spoilt from outside by a row or a bit with every
// phase; the rim is dropped at the end. A tile as wide as the lattice needs no rim at its sides, one as tall
// none above and below.
//
// The odd sites of a row are kept either as they are or moved up by one bit, as the last phase had them: at
// offset 1 block b is (odd site b - 1, even site b), and moved sites stand beside their partners. There are
// two copies of them, since a work-item moves what its neighbours have yet to read.
//
// Defines: those of boundary_kernels.h; GROUP; TILE_ROWS, TILE_WORDS, with the rim; RIM_ROWS (even),
// RIM_WORDS, 0 where the tile is as large as the lattice; TILES_X, TILES_Y; MOST_PHASES; STATES; SWAPS,
// TAKES_OVER; MOVE_BELOW, REPRODUCE_BELOW, PREY_BELOW, or with FEEDBACK the place RATE of all three in a
// replica's table.

#define KEPT_ROWS (TILE_ROWS - 2 * RIM_ROWS)
#define KEPT_WORDS (TILE_WORDS - 2 * RIM_WORDS)
#define WHOLE_Y (RIM_ROWS == 0)
#define TILE_SIZE (PLANES * TILE_ROWS * TILE_WORDS)  // words of one parity

RULE u32 tile_at(u32 plane, u32 row, u32 word) { return (plane * TILE_ROWS + row) * TILE_WORDS + word; }

#define STAY 0u
#define UP 1u
#define DOWN 2u

// A word of odd sites moved up or back down by one. Round a periodic row, the last of them stands beside the
// first even one.
RULE bits moved_word(LOCAL_POINTER const bits* tile, u32 at, u32 word, u32 way) {
  u32 last = (PARTS_X - 1) % 32;
  if (way == STAY) return tile[at];
  if (way == UP) {
    bits before = word > 0              ? tile[at - 1]
                  : WHOLE_X && PERIODIC ? tile[at + TILE_WORDS - 1] << (31 - last)
                                        : 0;
    return moved_up(tile[at], before);
  }
  bits moved = moved_down(tile[at], word + 1 < TILE_WORDS ? tile[at + 1] : 0);
  if (WHOLE_X && PERIODIC && word + 1 == TILE_WORDS)
    moved = (moved & ~(1u << last)) | ((tile[at + 1 - TILE_WORDS] & 1u) << last);
  return moved;
}

RULE SiteStates even_states(LOCAL_POINTER const bits* tile, u32 row, u32 word) {
  SiteStates states;
  UNROLL for (u32 p = 0; p < PLANES; ++p) states.plane[p] = tile[tile_at(p, row, word)];
  return states;
}

RULE SiteStates odd_states(LOCAL_POINTER const bits* tile, u32 row, u32 word, u32 way) {
  SiteStates states;
  UNROLL for (u32 p = 0; p < PLANES; ++p) states.plane[p] =
      moved_word(tile, tile_at(p, row, word), word, way);
  return states;
}

RULE void put_states(LOCAL_POINTER bits* tile, u32 row, u32 word, SiteStates states) {
  UNROLL for (u32 p = 0; p < PLANES; ++p) tile[tile_at(p, row, word)] = states.plane[p];
}

// A row of the tile stands on each side of a block; where both are the same, one stands for a row beyond a
// wall.
typedef struct {
  u32 top, bottom, has_bottom;
} Rows;

// One interaction in each of 32 blocks. The odd sites are moved as `way` says and are on the left at
// offset 1.
RULE void interact_in_word(LOCAL_POINTER bits* even, LOCAL_POINTER const bits* odd,
                           LOCAL_POINTER bits* odd_next, Rows rows, u32 word, u32 way, u32 offset_x,
                           Decisions decided, bits may) {
  SiteStates even_top = even_states(even, rows.top, word), even_bottom = even_states(even, rows.bottom, word);
  SiteStates odd_top = odd_states(odd, rows.top, word, way),
             odd_bottom = odd_states(odd, rows.bottom, word, way);
  bits swapped = offset_x ? ~0u : 0u;  // places of even and odd sites in a block
  decided.actor[0] ^= swapped;
  Blocks blocks;
  blocks.site[0] = even_top;
  blocks.site[1] = odd_top;
  blocks.site[2] = even_bottom;
  blocks.site[3] = odd_bottom;
  SiteStates actors = actors_of(blocks, decided, 2, PLANES),
             partners = partners_of(blocks, decided, 2, PLANES);
  blocks = interacted(blocks, decided, actors, partners, hunted_by(actors, partners), may, SWAPS, TAKES_OVER,
                      2, PLANES);
  put_states(even, rows.top, word, blocks.site[0]);
  put_states(odd_next, rows.top, word, blocks.site[1]);
  if (!rows.has_bottom) return;
  put_states(even, rows.bottom, word, blocks.site[2]);
  put_states(odd_next, rows.bottom, word, blocks.site[3]);
}

// Where a tile begins in the lattice: with its rim, which may lie outside.
typedef struct {
  i64 row, word;
  u32 block;  // row of blocks, round a periodic lattice
} Corner;

RULE Corner corner_of(u64 tile) {
  Corner corner;
  corner.word = (i64)(tile % TILES_X) * KEPT_WORDS - RIM_WORDS;
  corner.row = (i64)(tile / TILES_X % TILES_Y) * KEPT_ROWS - RIM_ROWS;
  corner.block = (u32)((corner.row / 2 % (i64)PARTS_Y + (i64)PARTS_Y) % (i64)PARTS_Y);
  return corner;
}

// The blocks of a tile: those of the last row reach over its end at offset 1, or round the lattice.
#define TILE_BLOCKS (TILE_ROWS / 2 + (WHOLE_Y && !PERIODIC ? 1 : 0))

// Which rows of the tile the blocks of its row `at` join; false where it holds none of them that matters.
RULE u32 find_rows(u32 at, u32 offset_y, i64 first_row, Rows* rows) {
  i32 top = (i32)(at * 2) - (i32)offset_y, bottom = top + 1;
  if (WHOLE_Y && PERIODIC && top < 0) top += (i32)TILE_ROWS;
  rows->top = (u32)(top < 0 ? bottom : top);
  rows->has_bottom = bottom < (i32)TILE_ROWS;
  rows->bottom = (u32)(rows->has_bottom ? bottom : top);
  if (WHOLE_Y && !PERIODIC) return top < (i32)TILE_ROWS;
  return top >= 0 && rows->has_bottom && (PERIODIC || first_row + bottom >= 0);
}

// One phase of the tile. `offsets` holds that of x in its lowest bit, that of y in the next.
RULE void tile_phase(LOCAL_POINTER bits* even, LOCAL_POINTER const bits* odd, LOCAL_POINTER bits* odd_next,
                     u32x2 key, u64 phase, u32 way, u32 offsets, Corner corner, Thresholds below) {
  u32 offset_x = offsets & 1u, offset_y = offsets >> 1;
  for (u32 start = 0; start < TILE_BLOCKS * TILE_WORDS; start += GROUP) {
    u32 item = start + local_id(0), at = item / TILE_WORDS;
    i64 word = corner.word + item % TILE_WORDS;
    // Of blocks, in the lattice; a tile begins at an even row.
    i32 row = PERIODIC ? (i32)((corner.block + at) % PARTS_Y) : (i32)(corner.row / 2) + (i32)at;
    Rows rows;
    if (at < TILE_BLOCKS && row < (i32)PARTS_Y && find_rows(at, offset_y, corner.row, &rows)) {
      Decisions decided = decide_around(key, (u64)row, word, phase, below);
      bits may =
          PERIODIC ? ~0u : inside_walls(decided, word, corner.row + (i64)(at * 2) - (i64)offset_y, offset_x);
      interact_in_word(even, odd, odd_next, rows, item % TILE_WORDS, way, offset_x, decided, may);
    }
  }
}

// Adds the sites of what the tile keeps to those of the group, state by state.
RULE void count_kept(LOCAL_POINTER const bits* even, LOCAL_POINTER const bits* odd, u32 way, Corner corner,
                     LOCAL_POINTER u32* totals) {
  u32 mine[STATES];
  UNROLL for (u32 state = 0; state < STATES; ++state) mine[state] = 0;
  // The same rounds for every item: PoCL breaks on a loop that is not beside a barrier.
  for (u32 start = 0; start < KEPT_ROWS * KEPT_WORDS; start += GROUP) {
    u32 item = start + local_id(0), row = RIM_ROWS + item / KEPT_WORDS, word = RIM_WORDS + item % KEPT_WORDS;
    i64 y = corner.row + row, at = corner.word + word;
    if (item < KEPT_ROWS * KEPT_WORDS && y < (i64)SIZE_Y && at < (i64)WORDS) {
      SiteStates of_even = even_states(even, row, word), of_odd = odd_states(odd, row, word, way);
      UNROLL for (u32 state = 0; state < STATES; ++state) mine[state] +=
          population(in_state(of_even, state, PLANES) & sites_in_word(0, (u64)at)) +
          population(in_state(of_odd, state, PLANES) & sites_in_word(1, (u64)at));
    }
  }
  UNROLL for (u32 state = 0; state < STATES; ++state) LOCAL_ATOMIC_ADD(&totals[state], mine[state]);
}

RULE Thresholds thresholds_of(GLOBAL const Thresholds* all, u64 replica) {
#if FEEDBACK
  return all[replica * STATES * STATES + RATE];
#else
  Thresholds below = {MOVE_BELOW, REPRODUCE_BELOW, PREY_BELOW};
  return below;
#endif
}

RULE void draw_offsets(LOCAL_POINTER u32* offsets, u32x2 key, u64 first_phase, u32 phases) {
  for (u32 start = 0; start < MOST_PHASES; start += GROUP) {
    u32 item = start + local_id(0);
    if (item < phases) {
      u32x4 drawn = draw(key, 0, first_phase + item, 0);
      offsets[item] = offset_from(drawn.x, 2) | offset_from(drawn.y, 2) << 1;
    }
  }
}

RULE void load_tile(LOCAL_POINTER bits* even, LOCAL_POINTER bits* odd, GLOBAL const bits* from,
                    Corner corner) {
  for (u32 start = 0; start < TILE_SIZE; start += GROUP) {
    u32 item = start + local_id(0);
    if (item < TILE_SIZE) {
      u32 plane = item / TILE_WORDS / TILE_ROWS;
      i64 y = corner.row + item / TILE_WORDS % TILE_ROWS, word = corner.word + item % TILE_WORDS;
      even[item] = fetch(from, plane, 0, y, word);
      odd[item] = fetch(from, plane, 1, y, word);
    }
  }
}

// What is not rim.
RULE void store_tile(LOCAL_POINTER const bits* even, LOCAL_POINTER const bits* odd, u32 way, GLOBAL bits* to,
                     Corner corner) {
  for (u32 start = 0; start < TILE_SIZE; start += GROUP) {
    u32 item = start + local_id(0), word = item % TILE_WORDS, row = item / TILE_WORDS % TILE_ROWS;
    i64 at = corner.word + word, y = corner.row + row;
    if (item < TILE_SIZE && row >= RIM_ROWS && row < TILE_ROWS - RIM_ROWS && word >= RIM_WORDS &&
        word < TILE_WORDS - RIM_WORDS && at < (i64)WORDS && y < (i64)SIZE_Y) {
      u32 plane = item / TILE_WORDS / TILE_ROWS;
      to[word_at(plane, 0, (u64)y, (u64)at)] = even[item] & sites_in_word(0, (u64)at);
      to[word_at(plane, 1, (u64)y, (u64)at)] = moved_word(odd, item, word, way) & sites_in_word(1, (u64)at);
    }
  }
}

// So many phases of every tile, and where `counts` is set, the sites in each state afterwards: added to what
// stands at that place of the log, one number for each replica and state.
KERNEL GROUP_OF(GROUP, 1, 1)
    tile_phases(GLOBAL const bits* RESTRICT from, GLOBAL bits* RESTRICT to,
                GLOBAL const Thresholds* RESTRICT thresholds, GLOBAL const u32x2* RESTRICT keys,
                GLOBAL const u32x2* RESTRICT offset_keys, GLOBAL const u32* RESTRICT frozen, u64 first_phase,
                u32 phases, GLOBAL u32* RESTRICT log, u32 counts, u64 place) {
  LOCAL bits even[TILE_SIZE], odd[2 * TILE_SIZE];
  LOCAL u32 offsets[MOST_PHASES], totals[STATES];
  u64 replica = group_id(0) / (TILES_X * TILES_Y), replicas = group_count(0) / (TILES_X * TILES_Y);
  Corner corner = corner_of(group_id(0));
  if (frozen[replica]) phases = 0;  // it is copied all the same
  draw_offsets(offsets, offset_keys[replica], first_phase, phases);
  load_tile(even, odd, from + replica * REPLICA_WORDS, corner);
  if (local_id(0) < STATES) totals[local_id(0)] = 0;
  BARRIER();
  Thresholds below = thresholds_of(thresholds, replica);
  u32 moved = 0;  // the odd sites, up by one
  for (u32 i = 0; i < phases; ++i) {
    u32 offset_x = offsets[i] & 1u, way = offset_x == moved ? STAY : offset_x ? UP : DOWN;
    tile_phase(even, odd + i % 2 * TILE_SIZE, odd + (1 - i % 2) * TILE_SIZE, keys[replica], first_phase + i,
               way, offsets[i], corner, below);
    moved = offset_x;
    BARRIER();
  }
  LOCAL_POINTER const bits* odd_last = odd + phases % 2 * TILE_SIZE;
  store_tile(even, odd_last, moved ? DOWN : STAY, to + replica * REPLICA_WORDS, corner);
  if (counts) count_kept(even, odd_last, moved ? DOWN : STAY, corner, totals);
  BARRIER();
  if (counts && local_id(0) < STATES)
    GLOBAL_ATOMIC_ADD(&log[(place * replicas + replica) * STATES + local_id(0)], totals[local_id(0)]);
}
