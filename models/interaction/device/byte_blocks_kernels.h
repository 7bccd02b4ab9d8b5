// The blocks of a phase on a lattice of one byte per site, on a device: where a row of blocks lies and where
// the sites of a block are. The engines on bytes share this file. It is in the dialect.
//
// Defines:
// - SIZE_X, SIZE_Y, SIZE_Z; PERIODIC_X ... of each axis; STATES; SITES (in a replica);
// - BLOCK_SIDE (2, or 3 where reproduction needs kin), BLOCK_SIDE_Z; OFFSETS_X ... and BLOCKS_X ... of each
//   axis;
// - COLUMNS, the words or combs in a row of blocks; REFINE, COMB_SPACING, STACK_ROWS, STACKS;
// - ACTOR_WORDS, PARTNER_DIGITS, COMB_WORDS, ACTION_DIGITS; SWAPS, NEEDS_KIN, TAKES_OVER;
// - PARTNERS, a list PARTNER(below, across) ... or NEIGHBOUR(below, dx, dy, dz) ...;
// - SHARED_RATES (1: one table for all replicas); GROUP;
// - STORED, the number of layers that are stored of a part of the lattice, 0 if it is whole;
// - INDEX (of sites), ITEM (of words of all replicas) and COORDINATE: types as short as possible, since
//   dividing 64 bits takes longer than drawing.
//
// In a part, the columns of a layer are those of the blocks that begin in it, and coordinates across the
// layers are places in memory. In refined phases of a whole lattice, a column is that of a stack of rows.

#if STORED && ACROSS_Z
#define ROWS_OF_BLOCKS ((ITEM)BLOCKS_Y * STORED)
#elif STORED
#define ROWS_OF_BLOCKS ((ITEM)STORED)
#elif REFINE > 1
#define ROWS_OF_BLOCKS ((ITEM)STACKS)
#else
#define ROWS_OF_BLOCKS ((ITEM)BLOCKS_Y * BLOCKS_Z)
#endif

#define PARTNER_FIRST ACTOR_WORDS
#define COMB_FIRST (ACTOR_WORDS + PARTNER_DIGITS)
#define ACTION_FIRST (COMB_FIRST + COMB_WORDS)
#define WORDS_DRAWN (ACTION_FIRST + ACTION_DIGITS)

typedef struct {
  COORDINATE x, y, z;  // -1 beyond a wall
#if STORED
  i64 first_stored;  // see layer_of_block
#endif
} Coordinates;

RULE u32 is_inside(Coordinates site) { return site.x >= 0 && site.y >= 0 && site.z >= 0; }

RULE INDEX index_of(Coordinates site) {
  return ((INDEX)site.z * (INDEX)SIZE_Y + (INDEX)site.y) * (INDEX)SIZE_X + (INDEX)site.x;
}

RULE Coordinates displaced(Coordinates site, i32 dx, i32 dy, i32 dz) {
  Coordinates there = site;
  if (dx) there.x = wrap_coordinate(site.x + dx, SIZE_X, PERIODIC_X);
#if STORED && !ACROSS_Z
  if (dy) there.y = layer_in_memory(site.y + dy, SIZE_Y, PERIODIC_Y, site.first_stored);
#else
  if (dy) there.y = wrap_coordinate(site.y + dy, SIZE_Y, PERIODIC_Y);
#endif
#if STORED && ACROSS_Z
  if (dz) there.z = layer_in_memory(site.z + dz, SIZE_Z, PERIODIC_Z, site.first_stored);
#else
  if (dz) there.z = wrap_coordinate(site.z + dz, SIZE_Z, PERIODIC_Z);
#endif
  return there;
}

typedef struct {
  u32 x, y, z;
} Offset;

// Where a row of blocks lies. In a part, `base` is the place in memory of the first of its layers.
typedef struct {
  u64 y, z;  // coordinates of its blocks
#if STORED
  i64 base, first_stored;
#endif
  u32 is_stored;
} RowOfBlocks;

RULE RowOfBlocks row_of_blocks(ITEM row, Offset offset, u64 first_stored) {
  RowOfBlocks found;
#if STORED && ACROSS_Z
  LayerOfBlock layer = layer_of_block((i64)(row / (ITEM)BLOCKS_Y), offset.z, BLOCK_SIDE_Z, SIZE_Z, BLOCKS_Z,
                                      PERIODIC_Z, (i64)first_stored, STORED);
  found.y = row % (ITEM)BLOCKS_Y;
  found.z = layer.block;
#elif STORED
  LayerOfBlock layer =
      layer_of_block((i64)row, offset.y, BLOCK_SIDE, SIZE_Y, BLOCKS_Y, PERIODIC_Y, (i64)first_stored, STORED);
  found.y = layer.block;
  found.z = 0;
#elif REFINE > 1  // the first row of a stack, until its comb is known
  found.y = (u64)row * STACK_ROWS % BLOCKS_Y;
  found.z = (u64)row * STACK_ROWS / BLOCKS_Y;
#else
  found.y = row % (ITEM)BLOCKS_Y;
  found.z = row / (ITEM)BLOCKS_Y;
#endif
#if STORED
  found.base = layer.base;
  found.first_stored = (i64)first_stored;
  found.is_stored = layer.is_stored && layer.is_first;
#else
  found.is_stored = 1;
#endif
  return found;
}

RULE u64 row_number(RowOfBlocks row) { return row.z * BLOCKS_Y + row.y; }

// Where the draws of a column of this row are made.
RULE u64 draw_of(RowOfBlocks row, u64 column) { return row_number(row) / STACK_ROWS * COLUMNS + column; }

// The row in which a comb acts.
RULE RowOfBlocks acting_row(RowOfBlocks row, Comb comb) {
  RowOfBlocks found = row;
#if STORED
  found.is_stored = row.is_stored && comb.row == row_number(row) % STACK_ROWS;
#else
  u64 number = row_number(row) + comb.row;
  found.y = number % BLOCKS_Y;
  found.z = number / BLOCKS_Y;
  found.is_stored = comb.row < STACK_ROWS && found.z < BLOCKS_Z;
#endif
  return found;
}

// The block of a lane; `first` is the first block of the comb.
RULE u64 block_in_column(u64 column, u32 lane, u32 first) {
  return REFINE > 1 ? column * (32 * COMB_SPACING) + block_of_lane(lane, first, COMB_SPACING)
                    : column * 32 + lane;
}

RULE Coordinates site_of(u64 x, RowOfBlocks row, u32 steps, Offset offset) {
  Coordinates site;
  u32 step_y = (steps >> 1) & 1u, step_z = steps >> 2;
  site.x = coordinate_in_block(x, steps & 1u, offset.x, BLOCK_SIDE, SIZE_X, PERIODIC_X);
#if STORED
  site.first_stored = row.first_stored;
#endif
#if STORED && !ACROSS_Z
  site.y = layer_in_memory(row.base + step_y, SIZE_Y, PERIODIC_Y, row.first_stored);
#else
  site.y = coordinate_in_block(row.y, step_y, offset.y, BLOCK_SIDE, SIZE_Y, PERIODIC_Y);
#endif
#if STORED && ACROSS_Z
  site.z = layer_in_memory(row.base + step_z, SIZE_Z, PERIODIC_Z, row.first_stored);
#else
  site.z = coordinate_in_block(row.z, step_z, offset.z, BLOCK_SIDE_Z, SIZE_Z, PERIODIC_Z);
#endif
  return site;
}

RULE Offset drawn_offset(u32x2 key, u64 phase) {
  u32x4 drawn = draw(key, 0, phase, 0);
  Offset offset = {uniform_below(drawn.x, OFFSETS_X), uniform_below(drawn.y, OFFSETS_Y),
                   uniform_below(drawn.z, OFFSETS_Z)};
  return offset;
}
