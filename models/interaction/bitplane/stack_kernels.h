// One refined phase, in place: a work-item takes a stack and reads only the words that hold the blocks of its
// acting comb, packed into one word for each site and digit. Rows stay as they are stored, at offset 0.
//
// Words at the ends of a comb hold blocks of other combs too, which other work-items may be changing: what
// has changed is therefore combined with them by an exclusive or.
//
// Defines: those of turned_rows_kernels.h; STACK_ROWS, STACKS, COMBS_X; GROUP; ITEM, the type that numbers
// the work-items; STORED_STACKS, how many stacks of a column may be stored at most.

#define REPLICA_STACKS ((ITEM)STORED_STACKS * COMBS_X)

// The comb of a stack that acts.
typedef struct {
  RowsOfBlocks rows;
  u32 word, first;  // the first word, and the first block in it
  i32 turn;         // place p is stored as site p + turn
} ActingComb;

RULE u32 is_in_row(ActingComb comb, u32 which) { return comb.word + which < DRAWN_WORDS; }

// Where the places of one of its words are stored; of the first word if the row has no such word.
RULE PlacesBefore places_of_word(ActingComb comb, u32 which, u32 parity) {
  return places_before(comb.word + (is_in_row(comb, which) ? which : 0), parity, comb.turn);
}

RULE Blocks packed_blocks(GLOBAL const bits* planes, ActingComb comb) {
  Blocks blocks;
  UNROLL for (u32 s = 0; s < 2 * STEPS; ++s) UNROLL for (u32 p = 0; p < PLANES; ++p) blocks.site[s].plane[p] =
      0;
  UNROLL for (u32 which = 0; which < COMB_SPACING; ++which) UNROLL for (u32 parity = 0; parity < 2; ++parity) {
    PlacesBefore at = places_of_word(comb, which, parity);
    UNROLL for (u32 step = 0; step < STEPS; ++step) UNROLL for (u32 p = 0; p < PLANES; ++p) {
      bits turned = turned_word(planes, p, row_to_read(comb.rows, step), at) & has_row(comb.rows, step) &
                    all_bits(is_in_row(comb, which));
      blocks.site[step * 2 + parity].plane[p] |= lanes_of_word(turned, which, comb.first, COMB_SPACING);
    }
  }
  return blocks;
}

// With the places of words that reach around the end of a periodic row.
RULE Blocks with_places_around(Blocks so_far, GLOBAL const bits* planes, ActingComb comb) {
  Blocks blocks = so_far;
  UNROLL for (u32 which = 0; which < COMB_SPACING; ++which) UNROLL for (u32 parity = 0; parity < 2; ++parity) {
    PlacesBefore at = places_of_word(comb, which, parity);
    if (at.count < 32 && is_in_row(comb, which))
      UNROLL for (u32 step = 0; step < STEPS; ++step) UNROLL for (u32 p = 0; p < PLANES; ++p) {
      bits around = places_around(planes, p, row_to_read(comb.rows, step), at) & has_row(comb.rows, step);
      blocks.site[step * 2 + parity].plane[p] |= lanes_of_word(around, which, comb.first, COMB_SPACING);
    }
  }
  return blocks;
}

// sites_inside() for the blocks of the comb. Beyond the last block of a row there are none.
RULE SitesInside packed_sites_inside(ActingComb comb, u32 offset_x) {
  SitesInside all = {0, 0};
  UNROLL for (u32 which = 0; which < COMB_SPACING; ++which) if (is_in_row(comb, which)) {
    bits there = bits_below((i32)((comb.word + which) * 32), BLOCKS_X);
    SitesInside one = sites_inside(comb.word + which, offset_x);
    all.left |= lanes_of_word(one.left & there, which, comb.first, COMB_SPACING);
    all.right |= lanes_of_word(one.right & there, which, comb.first, COMB_SPACING);
  }
  return all;
}

RULE void change_word(GLOBAL bits* planes, WORD_PLACE place, bits changed) {
  if (changed) GLOBAL_ATOMIC_XOR(planes + place, changed);
}

// What has changed in one digit of one site of every block. Words of a row follow each other, so that the end
// of one and the beginning of the next are mostly changed together.
RULE void change_row(GLOBAL bits* planes, u32 plane, u32 parity, WORD_PLACE row, ActingComb comb,
                     bits changed) {
  WORD_PLACE last = 0;
  bits in_last = 0;
  UNROLL for (u32 which = 0; which < COMB_SPACING; ++which) if (is_in_row(comb, which)) {
    PlacesBefore at = places_of_word(comb, which, parity);
    bits turned = word_of_lanes(changed, which, comb.first, COMB_SPACING);
    bits here = at.count < 32 ? turned & ((1u << at.count) - 1u) : turned;
    WORD_PLACE place = word_at(plane, at.parity, row, at.word);
    if (place != last) {
      change_word(planes, last, in_last);
      in_last = 0;
    }
    change_word(planes, place, in_last | ((here << at.shift) & at.has_word));
    last = word_at(plane, at.parity, row, at.next);
    in_last = (here >> 1 >> (31 - at.shift)) & at.has_next;
    if (at.count < 32) change_word(planes, word_at(plane, at.rest, row, 0), turned >> at.count);
  }
  change_word(planes, last, in_last);
}

RULE void change_blocks(GLOBAL bits* planes, Blocks before, Blocks after, ActingComb comb) {
  UNROLL for (u32 step = 0; step < STEPS; ++step) if (comb.rows.of[step] >= 0)
      UNROLL for (u32 parity = 0; parity < 2; ++parity) UNROLL for (u32 p = 0; p < PLANES; ++p) {
    u32 s = step * 2 + parity;
    change_row(planes, p, parity, (WORD_PLACE)comb.rows.of[step], comb,
               before.site[s].plane[p] ^ after.site[s].plane[p]);
  }
}

// A stack; in a part, where copies of a periodic lattice follow each other in memory, one of its copies.
typedef struct {
  u64 number;
  i64 copy;
} Stack;

#if STORED
#define ROWS_IN_LAYER (DIMENSIONS == 3 ? BLOCKS_Y : 1)

// The i-th one of those that may be stored.
RULE Stack stored_stack(u64 i, Offset offset, i64 first_stored) {
  LayerOfBlock first = LAYER_OF_BLOCK(0, offset);
  u64 number = first.block * ROWS_IN_LAYER / STACK_ROWS + i;
  Stack stack = {number % STACKS, first.copy + (i64)(number / STACKS)};
  return stack;
}

RULE RowsOfBlocks rows_in_stack(Stack stack, u64 row, Offset offset, i64 first_stored) {
#if DIMENSIONS == 3
  u64 across = row / BLOCKS_Y;
  i64 shift = offset.z, length = LATTICE_Z;
  u32 periodic = PERIODIC_Z;
#else
  u64 across = row;
  i64 shift = offset.y, length = LATTICE_Y;
  u32 periodic = PERIODIC_Y;
#endif
  LayerOfBlock found;
  found.block = across;
  found.copy = stack.copy;
  found.base = (i64)across * 2 - shift + stack.copy * length - first_stored;
  found.is_first = 1;
  found.is_stored = (periodic || stack.copy == 0) &&
                    layers_are_stored(found.base, 2, length, periodic, first_stored, STORED);
  return rows_of_part(found, -1, row % BLOCKS_Y, offset, first_stored);
}
#else
RULE Stack stored_stack(u64 i, Offset offset, i64 first_stored) {
  Stack stack = {i, 0};
  return stack;
}

RULE RowsOfBlocks rows_in_stack(Stack stack, u64 row, Offset offset, i64 first_stored) {
  return rows_of(row % BLOCKS_Y, row / BLOCKS_Y, offset);
}
#endif

// One phase of all replicas. `drawn_offsets` are those of the phase from `first_offset` on.
KERNEL GROUP_OF(GROUP, 1, 1)
    stack_phase(GLOBAL bits* all, GLOBAL const Thresholds* RESTRICT thresholds,
                GLOBAL const u32x2* RESTRICT keys, GLOBAL const Offset* RESTRICT drawn_offsets,
                u64 first_offset, GLOBAL const u32* RESTRICT frozen, u64 phase, u64 replicas,
                u64 first_stored_layer) {
  ITEM id = (ITEM)global_id(0), item = id % REPLICA_STACKS;
  u64 replica = id / REPLICA_STACKS;
  if (replica >= replicas || frozen[replica]) return;
  i64 first_stored = (i64)first_stored_layer;
  Offset offset = drawn_offsets[first_offset + replica];
  u32 column = (u32)(item % (ITEM)COMBS_X);
  Stack stack = stored_stack(item / (ITEM)COMBS_X, offset, first_stored);
  u64 where = stack.number * COMBS_X + column;
  Comb drawn = drawn_comb(keys[replica], where, phase);
  u64 row = stack.number * STACK_ROWS + drawn.row;
  if (drawn.row >= STACK_ROWS || row >= (u64)BLOCKS_Y * BLOCKS_Z) return;
  i32 turn = -(i32)offset.x;
  if (PERIODIC_X && turn < 0) turn += (i32)SIZE_X;
  ActingComb comb = {rows_in_stack(stack, row, offset, first_stored), column * COMB_SPACING, drawn.first,
                     turn};
  if (comb.rows.is_idle) return;
  GLOBAL bits* planes = all + replica * REPLICA_WORDS;
  Blocks before = packed_blocks(planes, comb);
  if (REACHES_AROUND) before = with_places_around(before, planes, comb);
  Blocks after = interact_in_blocks(before, keys[replica], where, phase, packed_sites_inside(comb, offset.x),
                                    comb.rows, thresholds, replica);
  change_blocks(planes, before, after, comb);
}
