// The plain engine on a device: a byte per site, a work-item for each word of 32 blocks, which it goes
// through block by block.
//
// The defines of a model: SIZE_X, SIZE_Y, SIZE_Z; PERIODIC_X … of each axis; STATES; SITES (of a replica);
// BLOCK_SIDE (2, or 3 where reproduction needs kin), BLOCK_SIDE_Z; OFFSETS_X … and BLOCKS_X … of each axis;
// COLUMNS, of words or combs in a row of blocks; REFINE, COMB_SPACING, STACK_ROWS, STACKS; ACTOR_WORDS,
// PARTNER_DIGITS, COMB_WORDS, ACTION_DIGITS; SWAPS, NEEDS_KIN, TAKES_OVER; PARTNERS, a list PARTNER(below,
// across) … or NEIGHBOUR(below, dx, dy, dz) …; SHARED_RATES (1: one table for all replicas); GROUP; STORED,
// the layers that are stored of a part of the lattice, 0 if it is whole. In a part the columns of a layer are
// those of the blocks that begin in it, and coordinates across the layers are places in memory. In refined
// phases a column of a whole lattice is that of a stack of rows. And types as short as they may be, since
// dividing 64 bits takes longer than drawing: INDEX, of sites; ITEM, of words of all replicas; COORDINATE.

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

// Does the actor have a neighbour of its own species?
RULE u32 has_kin(GLOBAL const u8* states, Coordinates actor) {
  u32 species = states[index_of(actor)], found = 0;
#if NEEDS_KIN
#define NEIGHBOUR(below, dx, dy, dz)                                     \
  {                                                                      \
    Coordinates site = displaced(actor, dx, dy, dz);                     \
    if (is_inside(site) && states[index_of(site)] == species) found = 1; \
  }
  PARTNERS
#undef NEIGHBOUR
#endif
  return found;
}

RULE void interact_at(GLOBAL u8* states, Coordinates actor, Coordinates partner, u32 action,
                      GLOBAL const Thresholds* thresholds) {
  if (!is_inside(actor) || !is_inside(partner)) return;
  RuleVariant variant = {SWAPS, NEEDS_KIN, TAKES_OVER};
  u64 first = index_of(actor), second = index_of(partner);
  Pair pair = {states[first], states[second]};
  if (pair.actor == EMPTY) return;
  Pair after = interact(pair, action, thresholds[pair.actor * STATES + pair.partner], variant,
                        NEEDS_KIN ? has_kin(states, actor) : 0);
  states[first] = (u8)after.actor;
  states[second] = (u8)after.partner;
}

typedef struct {
  u32 x, y, z;
} Offset;

typedef struct {
  u32 of[(WORDS_DRAWN + 3) / 4 * 4];
} DrawnWords;

// The random number of one block: a binary digit from each word, the most significant of 32 first.
RULE u32 number_in(DrawnWords* words, u32 first, u32 digits, u32 lane) {
  u32 number = 0;
  for (u32 digit = 0; digit < digits; ++digit)
    number |= ((words->of[first + digit] >> lane) & 1u) << (31 - digit);
  return number;
}

// Where a row of blocks lies. In a part, `base` is where in memory the first of its layers lies.
typedef struct {
  u64 y, z;  // its blocks
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

// Where a column of it is drawn.
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

// The block of a lane; `first` is that of the comb.
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

RULE DrawnWords drawn_words(u32x2 key, u64 word, u64 phase) {
  DrawnWords words;
  for (u32 which = 0; which * 4 < WORDS_DRAWN; ++which) {
    u32x4 drawn = draw(key, word, phase, which);
    words.of[which * 4] = drawn.x;
    words.of[which * 4 + 1] = drawn.y;
    words.of[which * 4 + 2] = drawn.z;
    words.of[which * 4 + 3] = drawn.w;
  }
  return words;
}

typedef struct {
  Coordinates actor, partner;
} PairSites;

// The actor and the partner in a block.
RULE PairSites chosen_sites(DrawnWords* words, u32 lane, u64 x, RowOfBlocks row, Offset offset) {
  u32 number = number_in(words, PARTNER_FIRST, PARTNER_DIGITS, lane);
  PairSites chosen;
#if NEEDS_KIN
  chosen.actor = site_of(x, row, 0, offset);
  chosen.partner = chosen.actor;
#define NEIGHBOUR(below, dx, dy, dz)                      \
  if (number < (below))                                   \
    chosen.partner = displaced(chosen.actor, dx, dy, dz); \
  else
  PARTNERS {}
#else
  u32 place = 0, across = 0;
  for (u32 axis = 0; axis < ACTOR_WORDS; ++axis) place |= ((words->of[axis] >> lane) & 1u) << axis;
#define PARTNER(below, steps) \
  if (number < (below))       \
    across = steps;           \
  else
  PARTNERS {}
  chosen.actor = site_of(x, row, place, offset);
  chosen.partner = site_of(x, row, place ^ across, offset);
#endif
  return chosen;
}

// One phase of all replicas.
KERNEL GROUP_OF(GROUP, 1, 1)
    interaction_phase(GLOBAL u8* RESTRICT all_states, GLOBAL const Thresholds* RESTRICT all_thresholds,
                      GLOBAL const u32x2* RESTRICT keys, GLOBAL const u32x2* RESTRICT offset_keys,
                      GLOBAL const u32* RESTRICT frozen, u64 phase, u64 replicas, u64 first_stored) {
  ITEM per_replica = (ITEM)COLUMNS * ROWS_OF_BLOCKS, id = (ITEM)global_id(0), item = id % per_replica;
  u64 replica = id / per_replica, column = item % (ITEM)COLUMNS;
  if (replica >= replicas || frozen[replica]) return;
  GLOBAL u8* states = all_states + replica * SITES;
  GLOBAL const Thresholds* thresholds = all_thresholds + (SHARED_RATES ? 0 : replica * STATES * STATES);
  Offset offset = drawn_offset(offset_keys[replica], phase);
  RowOfBlocks row = row_of_blocks(item / (ITEM)COLUMNS, offset, first_stored);
  if (!row.is_stored) return;
  DrawnWords words = drawn_words(keys[replica], draw_of(row, column), phase);
  Comb comb = {0, 0};
  if (REFINE > 1) {
    comb = acting_comb(words.of[COMB_FIRST], REFINE, COMB_SPACING);
    row = acting_row(row, comb);
    if (!row.is_stored) return;
  }
  for (u32 lane = 0; lane < 32; ++lane) {
    u64 x = block_in_column(column, lane, comb.first);
    if (x >= BLOCKS_X) continue;
    PairSites chosen = chosen_sites(&words, lane, x, row, offset);
    interact_at(states, chosen.actor, chosen.partner, number_in(&words, ACTION_FIRST, ACTION_DIGITS, lane),
                thresholds);
  }
}
