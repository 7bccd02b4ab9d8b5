// A phase of a tile in which all blocks act. See tile_kernels.h.

// One interaction in each of 32 blocks. `shift` says how the odd sites are shifted; at offset 1 they are the
// left sites of their blocks.
RULE void interact_in_word(LOCAL_POINTER bits* even, LOCAL_POINTER const bits* odd,
                           LOCAL_POINTER bits* odd_next, Rows rows, u32 word, u32 shift, u32 offset_x,
                           DrawnBlocks drawn, bits allowed) {
  SiteStates even_top = even_states(even, rows.top, word), even_bottom = even_states(even, rows.bottom, word);
  SiteStates odd_top = odd_states(odd, rows.top, word, shift),
             odd_bottom = odd_states(odd, rows.bottom, word, shift);
  bits swapped = offset_x ? ~0u : 0u;  // at this offset odd sites are the left ones of their blocks
  drawn.places.actor[0] ^= swapped;
  Blocks blocks;
  blocks.site[0] = even_top;
  blocks.site[1] = odd_top;
  blocks.site[2] = even_bottom;
  blocks.site[3] = odd_bottom;
  SiteStates actors = actors_of(blocks, drawn.places, 2, PLANES),
             partners = partners_of(blocks, drawn.places, 2, PLANES);
  Decisions decided = choose_actions(drawn, actors, partners);
  blocks = interacted(blocks, decided, actors, partners, ~0u, allowed, SWAPS, TAKES_OVER, 2, PLANES);
  put_states(even, rows.top, word, blocks.site[0]);
  put_states(odd_next, rows.top, word, blocks.site[1]);
  if (!rows.has_bottom) return;
  put_states(even, rows.bottom, word, blocks.site[2]);
  put_states(odd_next, rows.bottom, word, blocks.site[3]);
}

// One phase of the tile. Bit 0 of `offsets` is the offset along x, bit 1 that along y.
RULE void tile_phase(LOCAL_POINTER bits* even, LOCAL_POINTER const bits* odd, LOCAL_POINTER bits* odd_next,
                     u32x2 key, u64 phase, u32 shift, u32 offsets, TileOrigin origin, ThresholdList classes) {
  u32 offset_x = offsets & 1u, offset_y = offsets >> 1, in_memory = offset_y ^ origin.is_odd,
      later = offset_y & origin.is_odd;  // 1 if the tile begins with the next row of blocks
  for (u32 start = 0; start < TILE_BLOCKS * TILE_WORDS; start += GROUP) {
    u32 item = start + local_id(0), at = item / TILE_WORDS;
    i64 word = origin.word + item % TILE_WORDS;
    // Number of this row of blocks in the lattice.
    i32 row = PERIODIC_Y ? (i32)((origin.wrapped + at + later) % BLOCKS_Y)
                         : (i32)origin.block + (i32)at + (i32)later;
    Rows rows;
    if (at < TILE_BLOCKS && row < (i32)BLOCKS_Y && find_rows(at, in_memory, origin.lattice_row, &rows)) {
      DrawnBlocks drawn = decide_wrapped(key, (u64)row, word, phase, classes);
      bits allowed = PERIODIC_X && PERIODIC_Y
                         ? ~0u
                         : inside_walls(drawn.places, columns_inside(word, offset_x),
                                        origin.lattice_row + (i64)(at * 2) - (i64)in_memory);
      interact_in_word(even, odd, odd_next, rows, item % TILE_WORDS, shift, offset_x, drawn, allowed);
    }
  }
}
