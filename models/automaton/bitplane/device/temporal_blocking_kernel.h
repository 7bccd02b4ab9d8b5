// Several steps of a flat two-state lattice for each pass over memory, in the dialect. Defines beside those
// of sliced_layout.h: REACH; PASS_STEPS, the steps of a pass, at most 31; ITEM_WORDS, the words of a row that
// an item holds; PHASES, 3 to go through rows three at a time without moving what is remembered of them, else
// 1; GROUP; NOTE_CHANGES, whether the pass looks for tiles that stay as they are.
//
// What is unknown beyond the ends of the words that LANES items hold moves in by one cell a step, and stays
// within the outermost word at either end: that one is left to the neighbouring tile.

#define TILE_WORDS (LANES * ITEM_WORDS)
#define TILE_OUT (TILE_WORDS - 2)

// The words of a row that an item holds.
typedef struct {
  bits of[ITEM_WORDS];
} Words;

typedef struct {
  Digits2 sums[ITEM_WORDS];  // of the live cells left and right of each, and itself
  bits live[ITEM_WORDS];
} RowSeen;

// The next state of the middle of three rows.
RULE bits next_word(RowSeen above, RowSeen here, RowSeen below, int k) {
#if REACH == 2 && FIRST_ON == 8u && SECOND_ON == 12u
  return next_life(here.live[k], above.sums[k], here.sums[k], below.sums[k]);
#else
  Digits5 count = widen(REACH == 2 ? add_rows(above.sums[k], here.sums[k], below.sums[k])
                                   : add_cross(above.live[k], here.sums[k], below.live[k]));
  bits live = here.live[k];
  return (live & counts_in(count, SECOND_ON << 1)) | (~live & counts_in(count, FIRST_ON));
#endif
}

// Where 32 cells in a row come from. On a periodic lattice whose rows do not fill their last word a column
// beyond the end, and the last one, are put together from two or three words.
typedef struct {
  u32 word, shift;
  u32 from_first;  // how far the row's first word is moved up into it; 32 when not at all
  int is_there;
} Column;

RULE Column column_at(i64 column) {
  Column place = {0u, 0u, 32u, 1};
  if (!PERIODIC) {
    place.is_there = column >= 0 && column < (i64)WORDS;
    place.word = place.is_there ? (u32)column : 0u;
    return place;
  }
  u64 cell = (u64)((column * 32) % (i64)SIZE_X + (i64)SIZE_X) % SIZE_X;
  place.word = (u32)(cell / 32);
  place.shift = (u32)(cell % 32);
  if (SIZE_X - cell < 32) place.from_first = (u32)(SIZE_X - cell);
  return place;
}

// The 32 cells of row y, which may lie outside; beyond a fixed boundary, which only a tile at the rim sees,
// there is nothing.
RULE bits fetch(GLOBAL const bits* cells, i32 y, Column column, int is_rim) {
  if (PERIODIC) y = (i32)((u32)(y + (i32)(PASS_STEPS * SIZE_Y)) % (u32)SIZE_Y);
  if (is_rim && (!column.is_there || y < 0 || y >= (i32)SIZE_Y)) return 0;
  GLOBAL const bits* row = cells + (u64)y * WORDS;
  bits word = row[column.word];
#if REST && PERIODIC
  word >>= column.shift;
  if (column.shift && column.word < WORDS - 1) word |= row[column.word + 1] << (32 - column.shift);
  if (column.from_first < 32) word |= row[0] << column.from_first;
#endif
  return word;
}

// Where an item's words are: the columns, and the rows of the tile.
typedef struct {
  u32 lane;
  i64 first_column;
  i32 first_row, rows;
  Column columns[ITEM_WORDS];
  Words inside;  // the cells that belong to the lattice
} Item;

RULE Item item_at(u32 lane, u32 tile, u32 strip, u32 rows) {
  Item item;
  item.lane = lane;
  item.first_column = (i64)tile * TILE_OUT - 1 + lane * ITEM_WORDS;
  item.first_row = (i32)(strip * rows);
  item.rows = (i32)rows;
  UNROLL for (int k = 0; k < ITEM_WORDS; ++k) {
    i64 column = item.first_column + k;
    item.columns[k] = column_at(column);
    item.inside.of[k] = column < 0 || column >= (i64)WORDS ? 0u
                        : column == (i64)LAST_WORD         ? INSIDE_LAST
                                                           : ~0u;
  }
  return item;
}

RULE Words fetch_row(GLOBAL const bits* cells, i32 y, Item item, int is_rim) {
  Words row;
  UNROLL for (int k = 0; k < ITEM_WORDS; ++k) row.of[k] = fetch(cells, y, item.columns[k], is_rim);
  return row;
}

RULE RowSeen nothing_seen(void) {
  RowSeen row;
  UNROLL for (int k = 0; k < ITEM_WORDS; ++k) {
    row.live[k] = 0;
    row.sums[k].ones = 0;
    row.sums[k].twos = 0;
  }
  return row;
}

RULE RowSeen look(Words cells) {
  RowSeen row;
  bits left, right;
  WORDS_BESIDE(left, right, cells.of[0], cells.of[ITEM_WORDS - 1]);
  UNROLL for (int k = 0; k < ITEM_WORDS; ++k) {
    bits before = k > 0 ? cells.of[k > 0 ? k - 1 : 0] : left;
    bits behind = k + 1 < ITEM_WORDS ? cells.of[k + 1 < ITEM_WORDS ? k + 1 : 0] : right;
    row.live[k] = cells.of[k];
    row.sums[k] = add_cells(moved_up(cells.of[k], before), cells.of[k], moved_down(cells.of[k], behind));
  }
  return row;
}

// Writes what the pass makes of row y, if the tile has it, but for the outermost words. Adds the bits that
// change to `differing`.
RULE bits store_row(GLOBAL const bits* now, GLOBAL bits* next, Item item, i32 y, Words cells,
                    bits differing) {
  int is_stored = y >= item.first_row && y < item.first_row + item.rows && y < (i32)SIZE_Y;
  UNROLL for (int k = 0; k < ITEM_WORDS; ++k) {
    u32 place = item.lane * ITEM_WORDS + k;
    if (is_stored && place > 0 && place < TILE_WORDS - 1 && item.first_column + k < (i64)WORDS) {
      u64 at = (u64)y * WORDS + (u64)(item.first_column + k);
      bits word = REST ? cells.of[k] & item.inside.of[k] : cells.of[k];
      if (NOTE_CHANGES) differing |= word ^ now[at];
      next[at] = word;
    }
  }
  return differing;
}

// PASS_STEPS steps for one tile. The items of a warp lie side by side and go down the rows together; each
// keeps, for every step of the pass, the last two rows that it has seen of that step's generation. A row that
// comes in takes every generation one row further: generation t leaves its row y - t. Rows are fetched one
// ahead. Where the tile is near a fixed boundary, cells outside are cleared at each step (`is_rim`, a
// constant). Returns the bits that change.
RULE bits march_tile(GLOBAL const bits* now, GLOBAL bits* next, Item item, int is_rim) {
  i32 begin = item.first_row - PASS_STEPS, end = item.first_row + item.rows + PASS_STEPS;
  RowSeen seen[3][PASS_STEPS];
  UNROLL for (int t = 0; t < PASS_STEPS; ++t) {
    UNROLL for (int slot = 0; slot < 3; ++slot) seen[slot][t] = nothing_seen();
  }
  bits differing = 0;
  Words ahead = fetch_row(now, begin, item, is_rim);
  for (i32 base = begin; base < end; base += PHASES) {
    UNROLL for (int phase = 0; phase < PHASES; ++phase) {
      i32 y = base + phase;
      Words cells = ahead;
      ahead = fetch_row(now, y + 1, item, is_rim);
      UNROLL for (int t = 0; t < PASS_STEPS; ++t) {
        seen[phase][t] = look(cells);
        bits row_inside = y - t - 1 >= 0 && y - t - 1 < (i32)SIZE_Y ? ~0u : 0u;
        UNROLL for (int k = 0; k < ITEM_WORDS; ++k) {
          cells.of[k] = next_word(seen[(phase + 1) % 3][t], seen[(phase + 2) % 3][t], seen[phase][t], k);
          if (is_rim) cells.of[k] &= item.inside.of[k] & row_inside;
        }
      }
      differing = store_row(now, next, item, y - PASS_STEPS, cells, differing);
      if (PHASES == 1) {
        UNROLL for (int t = 0; t < PASS_STEPS; ++t) {
          seen[1][t] = seen[2][t];
          seen[2][t] = seen[0][t];
        }
      }
    }
  }
  return differing;
}

// A warp for each tile; `tiles` of them make a strip of `rows` rows.
KERNEL GROUP_OF(GROUP, 1, 1)
    march(GLOBAL const bits* RESTRICT now, GLOBAL bits* RESTRICT next, u32 tiles, u32 strips, u32 rows,
          GLOBAL const u8* RESTRICT wanted, GLOBAL u8* RESTRICT changed) {
  u32 warp = (u32)(global_id(0) / LANES), tile = warp % tiles, strip = warp / tiles;
  if (strip >= strips) return;
  // Near a fixed boundary a pass takes longer: the strips at the end come first, so that the last to finish
  // are others.
  if (!PERIODIC && strips > 2) strip = strip < 2 ? strips - 1 - strip : strip - 2;
  u32 number = strip * tiles + tile;
  if (NOTE_CHANGES && !wanted[number]) return;
  Item item = item_at(local_id(0) % LANES, tile, strip, rows);
  bits differing;
#if PERIODIC
  differing = march_tile(now, next, item, 0);
#else
  // Does the warp see beyond the boundary during the pass? The words of a tile end behind it by one, and it
  // goes on for up to PHASES rows more than it needs.
  int is_rim = tile == 0 || ((u64)tile + 1) * TILE_OUT >= WORDS - (REST ? 1 : 0) ||
               item.first_row < PASS_STEPS ||
               item.first_row + item.rows + PASS_STEPS + PHASES + 1 > (i32)SIZE_Y;
  if (is_rim)
    differing = march_tile(now, next, item, 1);
  else
    differing = march_tile(now, next, item, 0);
#endif
  if (NOTE_CHANGES && differing) changed[number] = 1;
}
