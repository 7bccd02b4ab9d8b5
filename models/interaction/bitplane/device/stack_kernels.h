// One refined phase, in place. Only one comb of every stack acts, and only the words that hold its blocks are
// read. A work-item takes one of these words. Rows stay as they are stored, at offset 0.
//
// At any other offset, blocks at the ends of a word have sites in the words beside it, which other work-items
// may be changing. Changes are therefore combined with the states by an atomic exclusive or.
//
// All work-items of a comb draw the same random words. If each work-item took a whole comb, these would be
// drawn only once, but there would be too few work-items to keep a device busy.
//
// Defines: those of turned_rows_kernels.h; STACK_ROWS, STACKS, COMBS_X; GROUP; ITEM, the type that numbers
// the work-items; STORED_STACKS, the largest number of stacks of a column that may be stored.

#define COMB_WORDS_IN_ROW (COMBS_X * COMB_SPACING)
#define REPLICA_COMB_WORDS ((ITEM)STORED_STACKS * COMB_WORDS_IN_ROW)

RULE void change_word(GLOBAL bits* planes, WORD_PLACE place, bits changed) {
  if (changed) GLOBAL_ATOMIC_XOR(planes + place, changed);
}

// Writes the changes of one digit of one site of every block.
RULE void change_places(GLOBAL bits* planes, u32 plane, WORD_PLACE row, PlacesBefore at, bits changed) {
  bits before_end = at.count < 32 ? changed & ((1u << at.count) - 1u) : changed;
  change_word(planes, word_at(plane, at.parity, row, at.word), (before_end << at.shift) & at.has_word);
  change_word(planes, word_at(plane, at.parity, row, at.next),
              (before_end >> 1 >> (31 - at.shift)) & at.has_next);
  if (REACHES_AROUND && at.count < 32)
    change_word(planes, word_at(plane, at.rest, row, 0), changed >> at.count);
}

RULE void change_blocks(GLOBAL bits* planes, Blocks before, Blocks after, u32 word, RowsOfBlocks rows,
                        i32 turn) {
  UNROLL for (u32 parity = 0; parity < 2; ++parity) {
    PlacesBefore at = places_before(word, parity, turn);
    UNROLL for (u32 step = 0; step < STEPS; ++step) if (rows.of[step] >= 0)
        UNROLL for (u32 p = 0; p < PLANES; ++p) {
      u32 s = step * 2 + parity;
      change_places(planes, p, (WORD_PLACE)rows.of[step], at,
                    before.site[s].plane[p] ^ after.site[s].plane[p]);
    }
  }
}

// A stack. In a part, copies of a periodic lattice follow each other in memory, and this is the stack of one
// copy.
typedef struct {
  u64 number;
  i64 copy;
} Stack;

#if STORED
#define ROWS_IN_LAYER (DIMENSIONS == 3 ? BLOCKS_Y : 1)

// The i-th of the stacks that may be stored.
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

// One phase of all replicas. `drawn_offsets` are those of the phases from `first_offset` on.
KERNEL GROUP_OF(GROUP, 1, 1)
    stack_phase(GLOBAL bits* replica_planes, GLOBAL const Thresholds* RESTRICT thresholds,
                GLOBAL const u32x2* RESTRICT keys, GLOBAL const Offset* RESTRICT drawn_offsets,
                u64 first_offset, GLOBAL const u32* RESTRICT frozen, u64 phase, u64 replicas,
                u64 first_stored_layer) {
  ITEM id = (ITEM)global_id(0), item = id % REPLICA_COMB_WORDS;
  u64 replica = id / REPLICA_COMB_WORDS;
  u32 word = (u32)(item % (ITEM)COMB_WORDS_IN_ROW);
  if (replica >= replicas || word >= DRAWN_WORDS || frozen[replica]) return;
  i64 first_stored = (i64)first_stored_layer;
  Offset offset = drawn_offsets[first_offset + replica];
  Stack stack = stored_stack(item / (ITEM)COMB_WORDS_IN_ROW, offset, first_stored);
  WordDraws draws = {keys[replica], stack.number * COMBS_X + word / COMB_SPACING, phase, word % COMB_SPACING,
                     0};
  Comb comb = drawn_comb(draws.key, draws.where, phase);
  draws.first = comb.first;
  u64 row = stack.number * STACK_ROWS + comb.row;
  if (comb.row >= STACK_ROWS || row >= (u64)BLOCKS_Y * BLOCKS_Z) return;
  RowsOfBlocks rows = rows_in_stack(stack, row, offset, first_stored);
  if (rows.is_idle) return;
  i32 turn = -(i32)offset.x;
  if (PERIODIC_X && turn < 0) turn += (i32)SIZE_X;
  GLOBAL bits* planes = replica_planes + replica * REPLICA_WORDS;
  Blocks before = loaded_blocks(planes, word, rows, turn);
  bits acting = drawn_for_blocks(~0u, draws) & bits_below((i32)(word * 32), BLOCKS_X);
  Blocks after =
      interact_in_blocks(before, draws, acting, sites_inside(word, offset.x), rows, thresholds, replica);
  change_blocks(planes, before, after, word, rows, turn);
}
