// One phase for each pass over memory. A pass reads rows from one buffer and writes them to another, turned
// to the offset of its phase. A work-item takes a word of 32 blocks. See turned_rows_kernels.h.
//
// Defines: those of turned_rows_kernels.h; GROUP; ITEM, the shortest type that can number the work-items,
// since dividing 64 bits takes longer than drawing. In a part of a lattice, a work-item takes one layer
// rather than a row or layer of blocks: the first layer of a block acts for both, and layers whose block is
// not stored are copied.

// On a periodic axis of odd length one row or layer has no block, and is copied.
#define TURNS_Y (BLOCKS_Y + (PERIODIC_Y && LATTICE_Y % 2 == 1 ? 1 : 0))
#define TURNS_Z (BLOCKS_Z + (DIMENSIONS == 3 && PERIODIC_Z && LATTICE_Z % 2 == 1 ? 1 : 0))
#if STORED && DIMENSIONS == 2
#define ITEMS_Y STORED
#else
#define ITEMS_Y TURNS_Y
#endif
#if STORED && DIMENSIONS == 3
#define ITEMS_Z STORED
#else
#define ITEMS_Z TURNS_Z
#endif
#define REPLICA_ITEMS ((ITEM)ITEMS_Z * ITEMS_Y * WORDS)

RULE WordDraws draws_of_word(u32x2 key, u64 where, u64 when) {
  WordDraws draws = {key, where, when, 0, 0};
  return draws;
}

RULE void store_blocks(Blocks blocks, GLOBAL bits* planes, u32 word, RowsOfBlocks rows, u32 offset_x) {
  UNROLL for (u32 step = 0; step < STEPS; ++step) if (rows.of[step] >= 0)
      UNROLL for (u32 parity = 0; parity < 2; ++parity) UNROLL for (u32 p = 0; p < PLANES; ++p)
          planes[word_at(p, parity, (WORD_PLACE)rows.of[step], word)] =
              blocks.site[step * 2 + parity].plane[p] & places_in_word(parity, word, offset_x);
}

// Computes one phase of all replicas. If `turns_back` is set, it computes no phase and only turns rows back
// to offset 0. `offsets` are the offsets to which the rows of each replica are turned now, `drawn_offsets`
// those of the phase.
KERNEL GROUP_OF(GROUP, 1, 1)
    interaction_phase(GLOBAL const bits* RESTRICT from, GLOBAL bits* RESTRICT to,
                      GLOBAL const u32* RESTRICT offsets, GLOBAL u32* RESTRICT next_offsets,
                      GLOBAL const Thresholds* RESTRICT thresholds, GLOBAL const u32x2* RESTRICT keys,
                      GLOBAL const Offset* RESTRICT drawn_offsets, u64 first_offset,
                      GLOBAL const u32* RESTRICT frozen, u64 phase, u64 replicas, u32 turns_back,
                      u64 first_stored_layer) {
  ITEM id = (ITEM)global_id(0), item = id % REPLICA_ITEMS, row = item / (ITEM)WORDS;
  u64 replica = id / REPLICA_ITEMS;
  if (replica >= replicas) return;
  u32 word = (u32)(item % (ITEM)WORDS);
  u64 block_y = row % (ITEM)ITEMS_Y, block_z = row / (ITEM)ITEMS_Y;
  u32 before = offsets[replica], stays = frozen[replica] && !turns_back;
  Offset offset = drawn_offsets[first_offset + replica];
  if (turns_back || stays) offset.x = offset.y = offset.z = 0;
  if (stays) offset.x = before;
  if (item == 0) next_offsets[replica] = offset.x;
  i32 turn = (i32)before - (i32)offset.x;
  if (PERIODIC_X && turn < 0) turn += (i32)SIZE_X;
#if STORED
  i64 first_stored = (i64)first_stored_layer, layer = (i64)(DIMENSIONS == 3 ? block_z : block_y);
  LayerOfBlock found = LAYER_OF_BLOCK(layer, offset);
  if (found.is_stored && !found.is_first) return;
  RowsOfBlocks rows = rows_of_part(found, layer, block_y, offset, first_stored);
#else
  RowsOfBlocks rows = rows_of(block_y, block_z, offset);
#endif
  Blocks blocks = loaded_blocks(from + replica * REPLICA_WORDS, word, rows, turn);
  if (!turns_back && !stays && !rows.is_idle && word < DRAWN_WORDS)
    blocks = interact_in_blocks(blocks, draws_of_word(keys[replica], rows.number * DRAWN_WORDS + word, phase),
                                ~0u, sites_inside(word, offset.x), rows, thresholds, replica);
  store_blocks(blocks, to + replica * REPLICA_WORDS, word, rows, offset.x);
}
