// A rule written as formulas, on a device: one byte per cell, in two buffers. A work-item computes a quad:
// the four sites that share a random draw.
//
// The defines of a model, besides those of quad_cells.h:
//   RANGE, RANGE_Z   how far the formulas read
//   LAYER_SITES, QUADS_IN_LAYER, STORED_LAYERS
//   CAN_FAIL         whether the formulas can fail at some site
//   WHOLE_QUADS      whether the four sites of a draw lie in one row, at a multiple of four bytes
//   QUAD_RANGE       RANGE as a multiple of 4
//   DRAW_WORDS       statements that make the draws of each occurrence: u32x4 draw_0, draw_1 …
//   READ_QUADS       if WHOLE_QUADS, statements that read and count the states around four sites at once
//   READ_CELLS       statements that read the states around a cell
//   EVALUATE         statements that evaluate the formulas (models/formula/device_text.h), or that compute
//                    the index of a table
//   NEXT_STATE       the variable that holds their result, or the entry of the table

#define STATE_AT(dx, dy, dz)                                                         \
  (is_inside ? states[cell + (((dz) * (PLACE)SIZE_Y + (dy)) * (PLACE)SIZE_X + (dx))] \
             : state_at(states, x + (dx), y + (dy), z + (dz)))

RULE u32 word_of(u32x4 words, u32 lane) {
  return lane == 0 ? words.x : lane == 1 ? words.y : lane == 2 ? words.z : words.w;
}

#define IS_INSIDE_ROWS                                                             \
  (y >= (PLACE)RANGE && y + (PLACE)RANGE < (PLACE)SIZE_Y && z >= (PLACE)RANGE_Z && \
   z + (PLACE)RANGE_Z < (PLACE)SIZE_Z)

#define NO_FAILURE 0xFFFFFFFFu
#define STOPPED 0xFFFFFFFEu

// Notes the row of a failed cell if this rank owns the row.
#if CAN_FAIL
#define NOTE_FAILURE                                                                                        \
  if (failed && (u64)cell / SIZE_X >= first_owned_row && (u64)cell / SIZE_X - first_owned_row < owned_rows) \
    GLOBAL_ATOMIC_MIN(&failures[in_batch + 1], (u32)((u64)cell / SIZE_X));
#else
#define NOTE_FAILURE
#endif

// Does one step. failures[i] is the lowest stored row that failed in step i - 1 of a batch. After a failure
// nothing more is computed, so that the state before it is kept. `shift` is added to the number of a stored
// layer to get its number in the whole lattice. Failures count only in the owned rows.
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
  i64 site_y = IS_3D ? (i64)row : (i64)shown, site_z = IS_3D ? (i64)shown : 0;
  UNROLL for (u32 lane = 0; lane < 4; ++lane) {
    PLACE site_x = x + (PLACE)lane;
    READ_CELLS
    EVALUATE
    next_quad |= (u32)(u8)NEXT_STATE << (8 * lane);
  }
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
