// A rule written as formulas, on a device: one byte per cell, twice. A work-item computes the four sites that
// share a random draw, which are neighbours in canonical order.
//
// The defines of a model: those of lattice_defines.h, and
//   RANGE, RANGE_Z   how far the formulas read
//   IS_3D            whether a layer is a plane; in 2D it is a row
//   LAYERS           of the whole lattice
//   LAYER_SITES, QUADS_IN_LAYER, STORED_LAYERS
//   PLACE            i32 where all stored cells can be counted by it, otherwise i64
//   CAN_FAIL         whether the formulas can fail at some site
//   DRAW_WORDS       statements that make the draws of each occurrence: u32x4 draw_0, draw_1 …
//   READ_CELLS       statements that read the states around a cell
//   EVALUATE         statements that evaluate the formulas (models/formula/device_text.h), or that compute
//   the
//                    index of a table
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

RULE u32 word_of(u32x4 words, u32 lane) {
  return lane == 0 ? words.x : lane == 1 ? words.y : lane == 2 ? words.z : words.w;
}

#define NO_FAILURE 0xFFFFFFFFu
#define STOPPED 0xFFFFFFFEu

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
  u64 shown = ((u64)layer + shift) % LAYERS, first = shown * LAYER_SITES;
  u64 quad = first / 4 + (u64)(item % (PLACE)QUADS_IN_LAYER);
  u32x2 key = {key_x, key_y};
  DRAW_WORDS
  UNROLL for (u32 lane = 0; lane < 4; ++lane) {
    u64 canonical = quad * 4 + lane;
    if (canonical >= first && canonical - first < LAYER_SITES) {
      PLACE in_layer = (PLACE)(canonical - first), cell = layer * (PLACE)LAYER_SITES + in_layer;
      PLACE x = in_layer % (PLACE)SIZE_X, row = in_layer / (PLACE)SIZE_X;
      PLACE y = IS_3D ? row : layer, z = IS_3D ? layer : 0;
      i64 site_y = IS_3D ? (i64)row : (i64)shown, site_z = IS_3D ? (i64)shown : 0;
      int is_inside = x >= (PLACE)RANGE && x + (PLACE)RANGE < (PLACE)SIZE_X && y >= (PLACE)RANGE &&
                      y + (PLACE)RANGE < (PLACE)SIZE_Y && z >= (PLACE)RANGE_Z &&
                      z + (PLACE)RANGE_Z < (PLACE)SIZE_Z;
      i64 failed = 0;
      READ_CELLS
      EVALUATE
      next[cell] = (u8)NEXT_STATE;
#if CAN_FAIL
      u64 stored_row = (u64)cell / SIZE_X;
      if (failed && stored_row >= first_owned_row && stored_row - first_owned_row < owned_rows)
        GLOBAL_ATOMIC_MIN(&failures[in_batch + 1], (u32)stored_row);
#endif
    }
  }
}
