// Temporal blocking in registers, in the dialect: several steps of a 2D lattice of two states for each pass
// over memory. Defines besides those of bitplane_layout.h: REACH; PASS_STEPS, the steps of a pass, at most
// 31; IS_TABLE, whether the rule is a table of squares, and then TABLE_DECISIONS and TABLE_NEXT (see
// decision_diagram.h); ITEM_WORDS, the words of a row that a work-item holds; PHASES, 3 to unroll over three
// rows, so that the kept sums need not be moved, else 1; GROUP; TRACK_CHANGES, whether the pass records which
// tiles have changed.
//
// The cells beyond the ends of the words that LANES work-items hold are unknown. The error this causes moves
// inwards by one cell per step and stays within the outermost word at either end. This word is the halo, and
// the neighbouring tile computes it.

#define TILE_WORDS (LANES * ITEM_WORDS)
#define TILE_OUT (TILE_WORDS - 2)

// The words of a row that a work-item holds.
typedef struct {
  bits of[ITEM_WORDS];
} Words;

#if IS_TABLE
typedef struct {
  bits left[ITEM_WORDS], live[ITEM_WORDS], right[ITEM_WORDS];
} RowCells;

// The next states of the cells in the middle one of three rows.
RULE bits next_word(RowCells above, RowCells middle, RowCells below, int k) {
  bits cell_0 = above.left[k], cell_1 = above.live[k], cell_2 = above.right[k];
  bits cell_3 = middle.left[k], cell_4 = middle.live[k], cell_5 = middle.right[k];
  bits cell_6 = below.left[k], cell_7 = below.live[k], cell_8 = below.right[k];
  bits no = 0;
  TABLE_DECISIONS
  return TABLE_NEXT;
}

#define SET_CELLS(row, k, before, cell, after) \
  row.left[k] = before;                        \
  row.live[k] = cell;                          \
  row.right[k] = after;
#else
typedef struct {
  Digits2 sums[ITEM_WORDS];  // live cells among the left neighbour, the cell and the right neighbour
  bits live[ITEM_WORDS];
} RowCells;

// The next states of the cells in the middle one of three rows.
RULE bits next_word(RowCells above, RowCells middle, RowCells below, int k) {
#if REACH == 2 && FIRST_ON == 8u && SECOND_ON == 12u
  return next_life(middle.live[k], above.sums[k], middle.sums[k], below.sums[k]);
#else
  Digits5 count = widen(REACH == 2 ? add_rows(above.sums[k], middle.sums[k], below.sums[k])
                                   : add_cross(above.live[k], middle.sums[k], below.live[k]));
  bits live = middle.live[k];
  return (live & counts_in(count, SECOND_ON << 1)) | (~live & counts_in(count, FIRST_ON));
#endif
}

#define SET_CELLS(row, k, before, cell, after) \
  row.live[k] = cell;                          \
  row.sums[k] = add_cells(before, cell, after);
#endif

// Where 32 neighbouring cells of a row are stored. If x is periodic and rows do not fill their last word, the
// last column and every column beyond the end are assembled from two or three words.
typedef struct {
  u32 word, shift;
  u32 from_first;  // left shift of the row's first word before it is added; 32 if it is not needed
  int is_there;
} Column;

RULE Column column_at(i64 column) {
  Column place = {0u, 0u, 32u, 1};
  if (!PERIODIC_X) {
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

// The 32 cells of a column in row y, which may lie outside the lattice. They are 0 beyond a fixed boundary,
// which only tiles with `at_boundary` reach.
RULE bits fetch(GLOBAL const bits* cells, i32 y, Column column, int at_boundary) {
  if (PERIODIC_Y) y = (i32)((u32)(y + (i32)(PASS_STEPS * SIZE_Y)) % (u32)SIZE_Y);
  if (at_boundary && (!column.is_there || y < 0 || y >= (i32)SIZE_Y)) return 0;
  GLOBAL const bits* row = cells + (u64)y * WORDS;
  bits word = row[column.word];
#if REST && PERIODIC_X
  word >>= column.shift;
  if (column.shift && column.word < WORDS - 1) word |= row[column.word + 1] << (32 - column.shift);
  if (column.from_first < 32) word |= row[0] << column.from_first;
#endif
  return word;
}

// The words of a work-item: their columns, and the rows of its tile.
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

RULE Words fetch_row(GLOBAL const bits* cells, i32 y, Item item, int at_boundary) {
  Words row;
  UNROLL for (int k = 0; k < ITEM_WORDS; ++k) row.of[k] = fetch(cells, y, item.columns[k], at_boundary);
  return row;
}

RULE RowCells no_cells(void) {
  RowCells row;
  UNROLL for (int k = 0; k < ITEM_WORDS; ++k) { SET_CELLS(row, k, 0, 0, 0) }
  return row;
}

RULE RowCells cells_of_row(Words cells) {
  RowCells row;
  bits left, right;
  WORDS_BESIDE(left, right, cells.of[0], cells.of[ITEM_WORDS - 1]);
  UNROLL for (int k = 0; k < ITEM_WORDS; ++k) {
    bits before = k > 0 ? cells.of[k > 0 ? k - 1 : 0] : left;
    bits behind = k + 1 < ITEM_WORDS ? cells.of[k + 1 < ITEM_WORDS ? k + 1 : 0] : right;
    SET_CELLS(row, k, moved_up(cells.of[k], before), cells.of[k], moved_down(cells.of[k], behind))
  }
  return row;
}

// Writes the final states of row y if it belongs to the tile, except for the outermost words. Adds the bits
// that change to `differing`.
RULE bits store_row(GLOBAL const bits* now, GLOBAL bits* next, Item item, i32 y, Words cells,
                    bits differing) {
  int is_stored = y >= item.first_row && y < item.first_row + item.rows && y < (i32)SIZE_Y;
  UNROLL for (int k = 0; k < ITEM_WORDS; ++k) {
    u32 place = item.lane * ITEM_WORDS + k;
    if (is_stored && place > 0 && place < TILE_WORDS - 1 && item.first_column + k < (i64)WORDS) {
      u64 at = (u64)y * WORDS + (u64)(item.first_column + k);
      bits word = REST ? cells.of[k] & item.inside.of[k] : cells.of[k];
      if (TRACK_CHANGES) differing |= word ^ now[at];
      next[at] = word;
    }
  }
  return differing;
}

// Does PASS_STEPS steps for one tile. The work-items of a warp lie side by side and stream down the rows
// together; each keeps the last two rows of every generation of the pass. Each new row advances every
// generation by one row: generation t computes its row y - t. Rows are fetched one ahead. Near a fixed
// boundary (`at_boundary`, a constant), cells outside the lattice are cleared at each step. Returns the bits
// that change.
RULE bits step_tile(GLOBAL const bits* now, GLOBAL bits* next, Item item, int at_boundary) {
  i32 begin = item.first_row - PASS_STEPS, end = item.first_row + item.rows + PASS_STEPS;
  RowCells recent[3][PASS_STEPS];
  UNROLL for (int t = 0; t < PASS_STEPS; ++t) {
    UNROLL for (int slot = 0; slot < 3; ++slot) recent[slot][t] = no_cells();
  }
  bits differing = 0;
  Words ahead = fetch_row(now, begin, item, at_boundary);
  for (i32 base = begin; base < end; base += PHASES) {
    UNROLL for (int phase = 0; phase < PHASES; ++phase) {
      i32 y = base + phase;
      Words cells = ahead;
      ahead = fetch_row(now, y + 1, item, at_boundary);
      UNROLL for (int t = 0; t < PASS_STEPS; ++t) {
        recent[phase][t] = cells_of_row(cells);
        bits row_inside = y - t - 1 >= 0 && y - t - 1 < (i32)SIZE_Y ? ~0u : 0u;
        UNROLL for (int k = 0; k < ITEM_WORDS; ++k) {
          cells.of[k] =
              next_word(recent[(phase + 1) % 3][t], recent[(phase + 2) % 3][t], recent[phase][t], k);
          if (at_boundary)
            cells.of[k] &= (PERIODIC_X ? ~0u : item.inside.of[k]) & (PERIODIC_Y ? ~0u : row_inside);
        }
      }
      differing = store_row(now, next, item, y - PASS_STEPS, cells, differing);
      if (PHASES == 1) {
        UNROLL for (int t = 0; t < PASS_STEPS; ++t) {
          recent[1][t] = recent[2][t];
          recent[2][t] = recent[0][t];
        }
      }
    }
  }
  return differing;
}

// Computes `count` strips, from strip `first` on, with one warp for each tile; after the last of all strips
// comes the first. A strip has `rows` rows and is made of `tiles` tiles.
KERNEL GROUP_OF(GROUP, 1, 1)
    temporal_blocking(GLOBAL const bits* RESTRICT now, GLOBAL bits* RESTRICT next, u32 tiles, u32 strips,
                      u32 rows, u32 first, u32 count, GLOBAL const u8* RESTRICT wanted,
                      GLOBAL u8* RESTRICT changed) {
  u32 warp = (u32)(global_id(0) / LANES), tile = warp % tiles, strip = warp / tiles;
  if (strip >= count) return;
  strip += first;
  if (strip >= strips) strip -= strips;
  u32 number = strip * tiles + tile;
  if (TRACK_CHANGES && !wanted[number]) return;
  Item item = item_at(local_id(0) % LANES, tile, strip, rows);
  bits differing;
#if PERIODIC_X && PERIODIC_Y
  differing = step_tile(now, next, item, 0);
#else
  // Does the tile with its halo reach beyond the boundary during the pass? The halo is one word wide in x,
  // and the loop over rows may run up to PHASES rows too far.
  int at_boundary = (!PERIODIC_X && (tile == 0 || ((u64)tile + 1) * TILE_OUT >= WORDS - (REST ? 1 : 0))) ||
                    (!PERIODIC_Y && (item.first_row < PASS_STEPS ||
                                     item.first_row + item.rows + PASS_STEPS + PHASES + 1 > (i32)SIZE_Y));
  if (at_boundary)
    differing = step_tile(now, next, item, 1);
  else
    differing = step_tile(now, next, item, 0);
#endif
  if (TRACK_CHANGES && differing) changed[number] = 1;
}
