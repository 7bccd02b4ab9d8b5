// A refined phase of a tile. Only the combs that act are looked at: a work-item takes a stack of rows, packs
// the blocks of its acting comb into words, and puts back what has changed. Sites stay where they are; at
// offset 1 the odd site of block b is read from and written to the bit of block b - 1.
//
// A tile that is narrower than a periodic lattice wraps around its sides: there rows have whole combs
// (supports_tiles). Defines: those of tile_kernels.h; STACK_ROWS, STACKS_Y, COMBS_X.

// The most stacks and columns of combs that a tile overlaps.
#define TILE_STACKS \
  (BLOCKS_Y < TILE_BLOCKS ? (TILE_BLOCKS / BLOCKS_Y + 2) * STACKS_Y : TILE_BLOCKS / STACK_ROWS + 3)
#define TILE_COMBS (TILE_WORDS / 2 + 1)

// A comb in a tile. Of the two words that it takes blocks from one may lie beside the tile.
typedef struct {
  u32 first;  // its first block, 0 or 1
  i32 word;   // the first of its words
  u32 has_one, has_other;
} CombInTile;

RULE bits comb_of_even(LOCAL_POINTER const bits* row, CombInTile comb, u32 first) {
  bits one = comb.has_one ? row[comb.word] : 0, other = comb.has_other ? row[comb.word + 1] : 0;
  return comb_of_words(one, other, first);
}

RULE void change_comb(LOCAL_POINTER bits* row, CombInTile comb, u32 first, bits changed) {
  if (comb.has_one) row[comb.word] ^= word_of_comb(changed, 0, first);
  if (comb.has_other) row[comb.word + 1] ^= word_of_comb(changed, 1, first);
}

// The word and bit before the first of a comb: in a whole periodic row that is the last odd site.
RULE i32 word_before(CombInTile comb) {
  if (comb.word > 0) return comb.word - 1;
  return WHOLE_X && PERIODIC_X ? (i32)((BLOCKS_X - 1) / 32) : -1;
}
RULE u32 bit_before(CombInTile comb) { return comb.word > 0 ? 31 : (BLOCKS_X - 1) % 32; }

// At offset 1 odd sites are those of the blocks before. The comb that begins with block 0 then takes those of
// blocks -1, 1, 3, …, 29 and, from its other word, of 31, 33, …
RULE bits comb_of_odd(LOCAL_POINTER const bits* row, CombInTile comb, u32 offset_x) {
  if (!offset_x || comb.first) return comb_of_even(row, comb, comb.first - offset_x);
  bits behind = comb_of_even(row, comb, 1);
  i32 before = word_before(comb);
  return behind << 2 | ((behind >> 29) & 2u) | (before < 0 ? 0 : (row[before] >> bit_before(comb)) & 1u);
}

// Two combs side by side may then change bits of the same word.
RULE void change_odd(LOCAL_POINTER bits* row, CombInTile comb, u32 offset_x, bits changed) {
  if (!offset_x) {
    change_comb(row, comb, comb.first, changed);
    return;
  }
  bits behind = comb.first ? changed : changed >> 2 | (changed & 2u) << 29;
  u32 first = comb.first ? 0 : 1;
  if (comb.has_one) LOCAL_ATOMIC_XOR(&row[comb.word], word_of_comb(behind, 0, first));
  if (comb.has_other) LOCAL_ATOMIC_XOR(&row[comb.word + 1], word_of_comb(behind, 1, first));
  i32 before = word_before(comb);
  if (!comb.first && before >= 0) LOCAL_ATOMIC_XOR(&row[before], (changed & 1u) << bit_before(comb));
}

RULE ColumnsInside comb_columns_inside(i64 word, u32 first, u32 offset_x) {
  ColumnsInside one = columns_inside(word, offset_x), other = columns_inside(word + 1, offset_x);
  ColumnsInside inside = {comb_of_words(one.left, other.left, first),
                          comb_of_words(one.right, other.right, first)};
  if (PERIODIC_X && BLOCKS_X % COMB_SPAN != 0)  // the tile holds whole rows
    inside.left = inside.right = comb_of_words(bits_below((i32)word * 32, (i32)BLOCKS_X),
                                               bits_below((i32)word * 32 + 32, (i32)BLOCKS_X), first);
  return inside;
}

// One interaction in each block of a comb.
RULE void interact_in_comb(LOCAL_POINTER bits* even, LOCAL_POINTER bits* odd, Rows rows, CombInTile comb,
                           u32 offset_x, DrawnBlocks drawn, bits allowed) {
  Blocks blocks;
  UNROLL for (u32 p = 0; p < PLANES; ++p) {
    u32 top = tile_at(p, rows.top, 0), bottom = tile_at(p, rows.bottom, 0);
    blocks.site[0].plane[p] = comb_of_even(even + top, comb, comb.first);
    blocks.site[1].plane[p] = comb_of_odd(odd + top, comb, offset_x);
    blocks.site[2].plane[p] = comb_of_even(even + bottom, comb, comb.first);
    blocks.site[3].plane[p] = comb_of_odd(odd + bottom, comb, offset_x);
  }
  drawn.places.actor[0] ^= offset_x ? ~0u : 0u;  // even and odd sites have changed places in their blocks
  SiteStates actors = actors_of(blocks, drawn.places, 2, PLANES),
             partners = partners_of(blocks, drawn.places, 2, PLANES);
  Blocks after = interacted(blocks, choose_actions(drawn, actors, partners), actors, partners, ~0u, allowed,
                            SWAPS, TAKES_OVER, 2, PLANES);
  UNROLL for (u32 p = 0; p < PLANES; ++p) {
    u32 top = tile_at(p, rows.top, 0), bottom = tile_at(p, rows.bottom, 0);
    change_comb(even + top, comb, comb.first, blocks.site[0].plane[p] ^ after.site[0].plane[p]);
    change_odd(odd + top, comb, offset_x, blocks.site[1].plane[p] ^ after.site[1].plane[p]);
    if (rows.has_bottom) {
      change_comb(even + bottom, comb, comb.first, blocks.site[2].plane[p] ^ after.site[2].plane[p]);
      change_odd(odd + bottom, comb, offset_x, blocks.site[3].plane[p] ^ after.site[3].plane[p]);
    }
  }
}

// One phase of the tile. Bit 0 of `offsets` is the offset along x, bit 1 that along y.
RULE void comb_phase(LOCAL_POINTER bits* even, LOCAL_POINTER bits* odd, u32x2 key, u64 phase, u32 offsets,
                     TileOrigin origin, ClassThresholds classes) {
  u32 offset_x = offsets & 1u, offset_y = offsets >> 1, in_memory = offset_y ^ origin.is_odd,
      later = offset_y & origin.is_odd;  // then the tile begins with the next row of blocks
  // Its first row of blocks; rows of a periodic lattice are counted on beyond the last.
  i32 begin = PERIODIC_Y ? (i32)((origin.wrapped + later) % BLOCKS_Y) : (i32)origin.block + (i32)later;
  u32 first_stack = (u32)(begin < 0 ? 0 : begin) / STACK_ROWS;
  i32 first_column = (i32)(origin.word < 0 ? -1 : origin.word / 2);
  for (u32 start = 0; start < TILE_STACKS * TILE_COMBS; start += GROUP) {
    u32 item = start + local_id(0), number = first_stack + item / TILE_COMBS, stack = number % STACKS_Y;
    i32 column = first_column + (i32)(item % TILE_COMBS), word = column * 2 - (i32)origin.word;
    i32 wrapped = PERIODIC_X ? (i32)((u32)(column + (i32)COMBS_X) % COMBS_X) : column;
    if ((PERIODIC_Y || number < STACKS_Y) && word < (i32)TILE_WORDS && wrapped >= 0 &&
        wrapped < (i32)COMBS_X && item < TILE_STACKS * TILE_COMBS) {
      u64 where = (u64)stack * COMBS_X + (u64)wrapped;
      Comb acting = drawn_comb(key, where, phase);
      i32 row = (i32)(stack * STACK_ROWS + acting.row),
          at = row + (i32)(number / STACKS_Y * BLOCKS_Y) - begin;
      Rows rows;
      if (acting.row < STACK_ROWS && row < (i32)BLOCKS_Y && at >= 0 && at < (i32)TILE_BLOCKS &&
          find_rows((u32)at, in_memory, origin.lattice_row, &rows)) {
        CombInTile comb = {acting.first, word, word >= 0, word + 1 < (i32)TILE_WORDS};
        DrawnBlocks drawn = decide(key, where, phase, classes);
        bits allowed =
            PERIODIC_X && PERIODIC_Y && BLOCKS_X % COMB_SPAN == 0
                ? ~0u
                : inside_walls(drawn.places, comb_columns_inside((i64)wrapped * 2, acting.first, offset_x),
                               origin.lattice_row + (i64)at * 2 - (i64)in_memory);
        interact_in_comb(even, odd, rows, comb, offset_x, drawn, allowed);
      }
    }
  }
}
