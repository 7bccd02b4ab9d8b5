// A rule written as formulas, on a device: one byte per cell, twice. A work-item computes the four sites that
// share a random draw, which are neighbours in canonical order.
//
// The defines of a model: those of lattice_defines.h, and
//   RANGE, RANGE_Z   how far the formulas read
//   IS_3D            whether a layer is a plane; in 2D it is a row
//   LAYERS           of the whole lattice
//   LAYER_SITES, QUADS_IN_LAYER, STORED_LAYERS
//   LAYER_NUMBER     u32 where all layers can be counted by it, otherwise u64
//   PLACE            i32 where all stored cells can be counted by it, otherwise i64
//   CAN_FAIL         whether the formulas can fail at some site
//   WHOLE_QUADS      whether the four sites of a draw lie in one row, at a multiple of four bytes
//   QUAD_RANGE       RANGE as a multiple of 4
//   DRAW_WORDS       statements that make the draws of each occurrence: u32x4 draw_0, draw_1 …
//   READ_QUADS       with WHOLE_QUADS, statements that read and count the states around four sites at once
//   READ_CELLS       statements that read the states around a cell
//   INDEX_OF_QUAD    whether EVALUATE computes the indices of four sites at once, a byte each
//   EVALUATE         statements that evaluate the formulas (models/formula/device_text.h), or that compute
//                    the index of a table
//   NEXT_STATE       the variable that holds their result, or the entry of the table

// A coordinate that may lie outside, wrapped around a periodic boundary; -1 beyond a fixed one.
RULE PLACE wrapped_site(PLACE at, PLACE side, int is_periodic) {
  if (at >= 0 && at < side) return at;
  return is_periodic ? ((at % side) + side) % side : -1;
}

RULE u32 state_at(GLOBAL const u8* states, PLACE x, PLACE y, PLACE z) {
  x = wrapped_site(x, (PLACE)SIZE_X, PERIODIC_X);
  y = wrapped_site(y, (PLACE)SIZE_Y, PERIODIC_Y);
  z = wrapped_site(z, (PLACE)SIZE_Z, PERIODIC_Z);
  return x < 0 || y < 0 || z < 0 ? 0u : states[(z * (PLACE)SIZE_Y + y) * (PLACE)SIZE_X + x];
}

#define STATE_AT(dx, dy, dz)                                                         \
  (is_inside ? states[cell + (((dz) * (PLACE)SIZE_Y + (dy)) * (PLACE)SIZE_X + (dx))] \
             : state_at(states, x + (dx), y + (dy), z + (dz)))

// Four states side by side, the first in the lowest byte.
RULE u32 quad_at(GLOBAL const u8* states, PLACE x, PLACE y, PLACE z) {
  return state_at(states, x, y, z) | state_at(states, x + 1, y, z) << 8 |
         state_at(states, x + 2, y, z) << 16 | state_at(states, x + 3, y, z) << 24;
}
#define QUAD_WORD(place, dy, dz) \
  (((GLOBAL const u32*)states)[cell / 4 + (place) + ((dz) * (PLACE)SIZE_Y + (dy)) * (PLACE)(SIZE_X / 4)])

// One in the byte of each of four states, all below 128, that is at least `least` and below `end`.
RULE u32 quads_between(u32 quad, u32 least, u32 end) {
  u32 high = quad | 0x80808080u;
  return ((high - least) & ~(high - end)) >> 7 & 0x01010101u;
}

// One in the byte of each site whose word is below the threshold, which is at most 2^32.
RULE u32 words_below(u32x4 words, u64 threshold) {
  u32 end = (u32)threshold;
  int is_all = (u32)(threshold >> 32) != 0u;
  return (words.x < end || is_all ? 1u : 0u) | (words.y < end || is_all ? 1u << 8 : 0u) |
         (words.z < end || is_all ? 1u << 16 : 0u) | (words.w < end || is_all ? 1u << 24 : 0u);
}

RULE u32 word_of(u32x4 words, u32 lane) {
  return lane == 0 ? words.x : lane == 1 ? words.y : lane == 2 ? words.z : words.w;
}

#define IS_INSIDE_ROWS                                                             \
  (y >= (PLACE)RANGE && y + (PLACE)RANGE < (PLACE)SIZE_Y && z >= (PLACE)RANGE_Z && \
   z + (PLACE)RANGE_Z < (PLACE)SIZE_Z)

#define NO_FAILURE 0xFFFFFFFFu
#define STOPPED 0xFFFFFFFEu

// A row that is owned here and has failed.
#if CAN_FAIL
#define NOTE_FAILURE                                                                                        \
  if (failed && (u64)cell / SIZE_X >= first_owned_row && (u64)cell / SIZE_X - first_owned_row < owned_rows) \
    GLOBAL_ATOMIC_MIN(&failures[in_batch + 1], (u32)((u64)cell / SIZE_X));
#else
#define NOTE_FAILURE
#endif

// One step. failures[i] is the lowest stored row that failed in step i - 1 of a batch: after a failure,
// nothing is computed, so that the state before it stays. `shift` leads from stored layers to those of the
// whole lattice; only the owned rows may fail.
KERNEL GROUP_OF(GROUP, 1, 1) formula_step(GLOBAL const u8* RESTRICT states, GLOBAL u8* RESTRICT next,
                                          GLOBAL const u64* RESTRICT uniform, GLOBAL const u8* RESTRICT table,
                                          GLOBAL u32* RESTRICT failures, u32 in_batch, u64 step, u32 key_x,
                                          u32 key_y, u64 shift, u64 first_owned_row, u64 owned_rows) {
  if (global_id(0) >= (u64)QUADS_IN_LAYER * STORED_LAYERS) return;
  PLACE item = (PLACE)global_id(0), layer = item / (PLACE)QUADS_IN_LAYER;
#if CAN_FAIL
  if (failures[in_batch] != NO_FAILURE) {
    if (item == 0) failures[in_batch + 1] = STOPPED;
    return;
  }
#endif
  LAYER_NUMBER shown = ((LAYER_NUMBER)layer + (LAYER_NUMBER)shift) % (LAYER_NUMBER)LAYERS;
#if WHOLE_QUADS
  u64 quad = (u64)shown * (LAYER_SITES / 4) + (u64)(item % (PLACE)QUADS_IN_LAYER);
#else
  u64 first = (u64)shown * LAYER_SITES;
  u64 quad = first / 4 + (u64)(item % (PLACE)QUADS_IN_LAYER);
#endif
  u32x2 key = {key_x, key_y};
  DRAW_WORDS
#if WHOLE_QUADS
  PLACE in_layer = (item % (PLACE)QUADS_IN_LAYER) * 4, cell = layer * (PLACE)LAYER_SITES + in_layer;
  PLACE x = in_layer % (PLACE)SIZE_X, row = in_layer / (PLACE)SIZE_X;
  PLACE y = IS_3D ? row : layer, z = IS_3D ? layer : 0;
  int is_inside = x >= (PLACE)QUAD_RANGE && x + 4 + (PLACE)QUAD_RANGE <= (PLACE)SIZE_X && IS_INSIDE_ROWS;
  i64 failed = 0;
  u32 next_quad = 0;
  READ_QUADS
#if INDEX_OF_QUAD
  EVALUATE
  next_quad = table[index & 255u] | (u32)table[index >> 8 & 255u] << 8 |
              (u32)table[index >> 16 & 255u] << 16 | (u32)table[index >> 24] << 24;
#else
  i64 site_y = IS_3D ? (i64)row : (i64)shown, site_z = IS_3D ? (i64)shown : 0;
  UNROLL for (u32 lane = 0; lane < 4; ++lane) {
    PLACE site_x = x + (PLACE)lane;
    READ_CELLS
    EVALUATE
    next_quad |= (u32)(u8)NEXT_STATE << (8 * lane);
  }
#endif
  ((GLOBAL u32*)next)[cell / 4] = next_quad;
  NOTE_FAILURE
#else
  UNROLL for (u32 lane = 0; lane < 4; ++lane) {
    u64 canonical = quad * 4 + lane;
    if (canonical >= first && canonical - first < LAYER_SITES) {
      PLACE in_layer = (PLACE)(canonical - first), cell = layer * (PLACE)LAYER_SITES + in_layer;
      PLACE x = in_layer % (PLACE)SIZE_X, site_x = x, row = in_layer / (PLACE)SIZE_X;
      PLACE y = IS_3D ? row : layer, z = IS_3D ? layer : 0;
      i64 site_y = IS_3D ? (i64)row : (i64)shown, site_z = IS_3D ? (i64)shown : 0;
      int is_inside = x >= (PLACE)RANGE && x + (PLACE)RANGE < (PLACE)SIZE_X && IS_INSIDE_ROWS;
      i64 failed = 0;
      READ_CELLS
      EVALUATE
      next[cell] = (u8)NEXT_STATE;
      NOTE_FAILURE
    }
  }
#endif
}
