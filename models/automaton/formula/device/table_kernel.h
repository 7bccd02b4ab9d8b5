// A rule that is a table of at most 256 entries, on a device: one byte per cell, in two buffers. A work-item
// computes a quad in each of QUAD_ROWS rows, one above the other, so that each row is read and counted once
// for all of these quads.
//
// The defines of a model, besides those of quad_cells.h:
//   RANGE, RANGE_Z   how far the rule reads
//   QUAD_RANGE       RANGE as a multiple of 4
//   ENTRIES          number of entries of the table
//   READ_QUADS       statements that read and count the states around the quads
//   STORE_QUADS      statements that compute the table indices of each quad, one byte per site, from their
//                    own draws, and pass them to STORE_QUAD

// Four bytes: 1 for each site whose word is below the threshold, else 0. The threshold is at most 2^32.
RULE u32 words_below(u32x4 words, u64 threshold) {
  u32 end = (u32)threshold;
  int is_all = (u32)(threshold >> 32) != 0u;
  return (words.x < end || is_all ? 1u : 0u) | (words.y < end || is_all ? 1u << 8 : 0u) |
         (words.z < end || is_all ? 1u << 16 : 0u) | (words.w < end || is_all ? 1u << 24 : 0u);
}

#define STRIPS ((SIZE_Y + QUAD_ROWS - 1) / QUAD_ROWS)  // in a plane

// The number, in canonical order, of the quad that lies `row` rows above the first.
#if IS_3D
#define QUAD_NUMBER(row) (((u64)shown * SIZE_Y + (u64)y + (row)) * (SIZE_X / 4) + (u64)column)
#else
#define QUAD_NUMBER(row) \
  ((u64)((shown + (LAYER_NUMBER)(row)) % (LAYER_NUMBER)LAYERS) * (SIZE_X / 4) + (u64)column)
#endif

#define STORE_QUAD(row, index)                                           \
  if (SIZE_Y % QUAD_ROWS == 0 || y + (row) < (PLACE)SIZE_Y)              \
    ((GLOBAL u32*)next)[cell / 4 + (row) * (PLACE)(SIZE_X / 4)] =        \
        entries[(index)&255u] | (u32)entries[(index) >> 8 & 255u] << 8 | \
        (u32)entries[(index) >> 16 & 255u] << 16 | (u32)entries[(index) >> 24] << 24;

// Does one step. `shift` is added to the number of a stored layer to get its number in the whole lattice.
KERNEL GROUP_OF(GROUP, 1, 1)
    table_step(GLOBAL const u8* RESTRICT states, GLOBAL u8* RESTRICT next, GLOBAL const u64* RESTRICT uniform,
               GLOBAL const u8* RESTRICT table, u64 step, u32 key_x, u32 key_y, u64 shift) {
  LOCAL u8 entries[ENTRIES];
  for (u32 i = (u32)local_id(0); i < ENTRIES; i += GROUP) entries[i] = table[i];
  BARRIER();
  if (global_id(0) >= (u64)(SIZE_X / 4) * STRIPS * SIZE_Z) return;
  PLACE item = (PLACE)global_id(0), column = item % (PLACE)(SIZE_X / 4), strip = item / (PLACE)(SIZE_X / 4);
  PLACE x = column * 4, y = strip % (PLACE)STRIPS * (PLACE)QUAD_ROWS, z = strip / (PLACE)STRIPS;
  PLACE cell = (z * (PLACE)SIZE_Y + y) * (PLACE)SIZE_X + x;
  LAYER_NUMBER shown = ((LAYER_NUMBER)(IS_3D ? z : y) + (LAYER_NUMBER)shift) % (LAYER_NUMBER)LAYERS;
  u32x2 key = {key_x, key_y};
  int is_inside = x >= (PLACE)QUAD_RANGE && x + 4 + (PLACE)QUAD_RANGE <= (PLACE)SIZE_X && y >= (PLACE)RANGE &&
                  y + (PLACE)(QUAD_ROWS - 1 + RANGE) < (PLACE)SIZE_Y && z >= (PLACE)RANGE_Z &&
                  z + (PLACE)RANGE_Z < (PLACE)SIZE_Z;
  READ_QUADS
  STORE_QUADS
}
