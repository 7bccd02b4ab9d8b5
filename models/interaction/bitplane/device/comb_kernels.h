// A refined phase of a tile, which only handles the combs that act. A work-item takes a stack of rows, packs
// the blocks of its acting comb into words, lets them interact and writes the changes back. Sites stay where
// they are: at offset 1 the odd site of block b is read from and written to the bit of block b - 1.
//
// A tile that is narrower than a periodic lattice wraps around its sides. Such lattices need rows of whole
// combs (supports_tiles). Defines: those of tile_kernels.h; COMB_SPACING, STACK_ROWS, STACKS, COMBS_X.

// Upper limits for the stacks and the columns of combs that a tile overlaps.
#define TILE_STACKS \
  (BLOCKS_Y < TILE_BLOCKS ? (TILE_BLOCKS / BLOCKS_Y + 2) * STACKS : TILE_BLOCKS / STACK_ROWS + 3)
#define TILE_COMBS ((TILE_WORDS + COMB_SPACING - 2) / COMB_SPACING + 1)

// A comb in a tile. Some of the words that hold its blocks may lie beside the tile.
typedef struct {
  u32 first;  // its first block
  i32 word;   // the first of its words
} CombInTile;

RULE u32 is_in_tile(i32 word) { return word >= 0 && word < (i32)TILE_WORDS; }

// Gathers one block of every COMB_SPACING consecutive ones; `first` is the place of the first such block.
RULE bits lanes_of_row(LOCAL_POINTER const bits* row, CombInTile comb, u32 first) {
  bits lanes = 0;
  UNROLL for (u32 which = 0; which < COMB_SPACING; ++which) if (is_in_tile(comb.word + (i32)which)) lanes |=
      lanes_of_word(row[comb.word + (i32)which], which, first, COMB_SPACING);
  return lanes;
}

RULE void change_even(LOCAL_POINTER bits* row, CombInTile comb, bits changed) {
  UNROLL for (u32 which = 0; which < COMB_SPACING; ++which) if (is_in_tile(comb.word + (i32)which))
      row[comb.word + (i32)which] ^= word_of_lanes(changed, which, comb.first, COMB_SPACING);
}

// The word and bit before the first block of a comb. In a whole periodic row that is the last odd site.
RULE i32 word_before(CombInTile comb) {
  if (comb.word > 0) return comb.word - 1;
  return WHOLE_X && PERIODIC_X ? (i32)((BLOCKS_X - 1) / 32) : -1;
}
RULE u32 bit_before(CombInTile comb) { return comb.word > 0 ? 31 : (BLOCKS_X - 1) % 32; }

// At offset 1 the odd site of a block lies in the bit of the block before. A comb that begins with block 0
// finds its odd sites in the lanes before its own; at the beginning of a word, in the last lane of the word
// before.
#define LANES_OF_FIRST ((1u << COMB_SPACING) - 1u)  // lanes of the first block of every word

RULE bits comb_of_odd(LOCAL_POINTER const bits* row, CombInTile comb, u32 offset_x) {
  if (!offset_x || comb.first) return lanes_of_row(row, comb, comb.first - offset_x);
  bits behind = lanes_of_row(row, comb, COMB_SPACING - 1);
  i32 before = word_before(comb);
  bits last = before < 0 ? 0 : (row[before] >> bit_before(comb)) & 1u;
  return behind << COMB_SPACING | ((behind >> (32 - COMB_SPACING) << 1) & LANES_OF_FIRST) | last;
}

// At offset 1, two combs side by side may change bits of the same word.
RULE void change_odd(LOCAL_POINTER bits* row, CombInTile comb, u32 offset_x, bits changed) {
  if (!offset_x) {
    change_even(row, comb, changed);
    return;
  }
  bits behind = changed;
  u32 first = comb.first - 1;
  if (!comb.first) {
    behind = changed >> COMB_SPACING | (changed & LANES_OF_FIRST) >> 1 << (32 - COMB_SPACING);
    first = COMB_SPACING - 1;
  }
  UNROLL for (u32 which = 0; which < COMB_SPACING; ++which) if (is_in_tile(comb.word + (i32)which))
      LOCAL_ATOMIC_XOR(&row[comb.word + (i32)which], word_of_lanes(behind, which, first, COMB_SPACING));
  i32 before = word_before(comb);
  if (!comb.first && before >= 0) LOCAL_ATOMIC_XOR(&row[before], (changed & 1u) << bit_before(comb));
}

RULE ColumnsInside comb_columns_inside(i64 word, u32 first, u32 offset_x) {
  ColumnsInside inside = {0, 0};
  UNROLL for (u32 which = 0; which < COMB_SPACING; ++which) {
    ColumnsInside of_word = columns_inside(word + which, offset_x);
    if (PERIODIC_X)  // the tile holds whole rows
      of_word.left = of_word.right = bits_below((i32)(word + which) * 32, (i32)BLOCKS_X);
    inside.left |= lanes_of_word(of_word.left, which, first, COMB_SPACING);
    inside.right |= lanes_of_word(of_word.right, which, first, COMB_SPACING);
  }
  return inside;
}

// One interaction in each block of a comb.
RULE void interact_in_comb(LOCAL_POINTER bits* even, LOCAL_POINTER bits* odd, Rows rows, CombInTile comb,
                           u32 offset_x, DrawnBlocks drawn, bits allowed) {
  Blocks blocks;
  UNROLL for (u32 p = 0; p < PLANES; ++p) {
    u32 top = tile_at(p, rows.top, 0), bottom = tile_at(p, rows.bottom, 0);
    blocks.site[0].plane[p] = lanes_of_row(even + top, comb, comb.first);
    blocks.site[1].plane[p] = comb_of_odd(odd + top, comb, offset_x);
    blocks.site[2].plane[p] = lanes_of_row(even + bottom, comb, comb.first);
    blocks.site[3].plane[p] = comb_of_odd(odd + bottom, comb, offset_x);
  }
  drawn.places.actor[0] ^= offset_x ? ~0u : 0u;  // at this offset odd sites are the left ones of their blocks
  SiteStates actors = actors_of(blocks, drawn.places, 2, PLANES),
             partners = partners_of(blocks, drawn.places, 2, PLANES);
  Blocks after = interacted(blocks, choose_actions(drawn, actors, partners), actors, partners, ~0u, allowed,
                            SWAPS, TAKES_OVER, 2, PLANES);
  UNROLL for (u32 p = 0; p < PLANES; ++p) {
    u32 top = tile_at(p, rows.top, 0), bottom = tile_at(p, rows.bottom, 0);
    change_even(even + top, comb, blocks.site[0].plane[p] ^ after.site[0].plane[p]);
    change_odd(odd + top, comb, offset_x, blocks.site[1].plane[p] ^ after.site[1].plane[p]);
    if (rows.has_bottom) {
      change_even(even + bottom, comb, blocks.site[2].plane[p] ^ after.site[2].plane[p]);
      change_odd(odd + bottom, comb, offset_x, blocks.site[3].plane[p] ^ after.site[3].plane[p]);
    }
  }
}

// One phase of the tile. Bit 0 of `offsets` is the offset along x, bit 1 that along y.
RULE void comb_phase(LOCAL_POINTER bits* even, LOCAL_POINTER bits* odd, u32x2 key, u64 phase, u32 offsets,
                     TileOrigin origin, ThresholdList classes) {
  u32 offset_x = offsets & 1u, offset_y = offsets >> 1, in_memory = offset_y ^ origin.is_odd,
      later = offset_y & origin.is_odd;  // 1 if the tile begins with the next row of blocks
  // First row of blocks in the tile. In a periodic lattice the numbers of rows go on beyond the last row.
  i32 begin = PERIODIC_Y ? (i32)((origin.wrapped + later) % BLOCKS_Y) : (i32)origin.block + (i32)later;
  u32 first_stack = (u32)(begin < 0 ? 0 : begin) / STACK_ROWS;
  i32 first_column = (i32)(origin.word < 0 ? -1 : origin.word / COMB_SPACING);
  for (u32 start = 0; start < TILE_STACKS * TILE_COMBS; start += GROUP) {
    u32 item = start + local_id(0), number = first_stack + item / TILE_COMBS, stack = number % STACKS;
    i32 column = first_column + (i32)(item % TILE_COMBS), word = column * COMB_SPACING - (i32)origin.word;
    i32 wrapped = PERIODIC_X ? (i32)((u32)(column + (i32)COMBS_X) % COMBS_X) : column;
    if ((PERIODIC_Y || number < STACKS) && word < (i32)TILE_WORDS && wrapped >= 0 && wrapped < (i32)COMBS_X &&
        item < TILE_STACKS * TILE_COMBS) {
      u64 where = (u64)stack * COMBS_X + (u64)wrapped;
      Comb acting = drawn_comb(key, where, phase);
      i32 row = (i32)(stack * STACK_ROWS + acting.row), at = row + (i32)(number / STACKS * BLOCKS_Y) - begin;
      Rows rows;
      if (acting.row < STACK_ROWS && row < (i32)BLOCKS_Y && at >= 0 && at < (i32)TILE_BLOCKS &&
          find_rows((u32)at, in_memory, origin.lattice_row, &rows)) {
        CombInTile comb = {acting.first, word};
        DrawnBlocks drawn = decide(key, where, phase, classes);
        bits allowed =
            PERIODIC_X && PERIODIC_Y && BLOCKS_X % (32 * COMB_SPACING) == 0
                ? ~0u
                : inside_walls(drawn.places,
                               comb_columns_inside((i64)wrapped * COMB_SPACING, acting.first, offset_x),
                               origin.lattice_row + (i64)at * 2 - (i64)in_memory);
        interact_in_comb(even, odd, rows, comb, offset_x, drawn, allowed);
      }
    }
  }
}
