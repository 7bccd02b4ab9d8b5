// One step over bit planes, in the dialect, for every rule that is a cycle (cycle_rule.h), in 2D and 3D.
//
// An item holds one word of 32 cells in each of ROWS neighbouring rows, and goes through slices: planes of a
// solid, rows of a flat lattice. It keeps the sums of the last two slices, so that every slice is read and
// summed once. Items of a warp lie side by side in x (LANE_X of them) and in y, and exchange the cells at the
// ends of their words.
//
// Defines beside those of sliced_layout.h: DIMENSIONS, REACH, ROWS, LANE_X and LANE_Y (32 together), GROUP;
// NOTE_CHANGES, whether the pass looks for tiles that stay as they are.

#define SLICES (DIMENSIONS == 3 ? SIZE_Z : SIZE_Y)
#define SLICE_WORDS (DIMENSIONS == 3 ? (u64)WORDS * SIZE_Y : (u64)WORDS)
#define BESIDE (DIMENSIONS == 3 ? 1 : 0)  // rows read above and below an item's own
#define ROWS_READ (ROWS + 2 * BESIDE)

// What the states become, given the number of active cells around each, itself included.
RULE States next_of(States states, Digits5 count) {
  bits excited = 0;
  if (FIRST_ON) excited |= cells_triggered(states, PLANES, cycle(), cycle().first, count);
  if (SECOND_ON) excited |= cells_triggered(states, PLANES, cycle(), cycle().second, count);
  return next_states(states, PLANES, cycle(), excited);
}

// The rows of one slice that an item sees.
typedef struct {
  States states[ROWS];
  Digits4 own[ROWS];    // active cells around each, as far as they count for cells of this slice
  Digits4 other[ROWS];  // and for cells of the slices before and behind
} Slice;

RULE Digits4 only(bits cells) {
  Digits4 digits = {cells, 0, 0, 0};
  return digits;
}

RULE Digits4 of_row(Digits2 row) {
  Digits4 digits = {row.ones, row.twos, 0, 0};
  return digits;
}

RULE Digits5 count_around(Slice before, Slice here, Slice behind, int row) {
  return add_planes(before.other[row], here.own[row], behind.other[row]);
}

// Active cells of the word before, or behind, the one at `column` of a row that begins `at` words into the
// plane; of these only the one that is next to the word matters.
RULE bits active_before(GLOBAL const bits* cells, u64 at, i32 column) {
  if (column > 0) return is_active(states_at(cells, at + (u64)(column - 1)));
  if (!PERIODIC) return 0;
  return is_active(states_at(cells, at + (u64)LAST_WORD)) << (REST ? 32 - REST : 0);
}

RULE bits active_behind(GLOBAL const bits* cells, u64 at, i32 column) {
  if (column < LAST_WORD) return is_active(states_at(cells, at + (u64)(column + 1)));
  return PERIODIC ? is_active(states_at(cells, at)) : 0;
}

typedef struct {
  Digits2 sum;  // of the active cells left and right of each, and itself
  bits active;
} RowSum;

// An item's word of one row, and its sums along the row. `there` is false beyond a fixed boundary.
RULE RowSum sum_row(GLOBAL const bits* cells, u64 at, i32 column, u32 lane, int there, States states) {
  RowSum row;
  row.active = is_active(states);
  bits before = 0, behind = 0;
  NEIGHBOURS(before, behind, row.active, row.active);
  if (LANES == 1 || lane % LANE_X == 0) before = there ? active_before(cells, at, column) : 0;
  if (LANES == 1 || lane % LANE_X == LANE_X - 1 || column == LAST_WORD)
    behind = there ? active_behind(cells, at, column) : 0;
  bits cells_on = row.active;
  if (REST && column == LAST_WORD) cells_on |= (behind & 1u) << REST;  // the first cell follows the last
  row.sum = add_cells(moved_up(row.active, before), row.active, moved_down(cells_on, behind));
  return row;
}

// One row of a flat lattice: a slice is a row.
RULE Slice look_along(RowSum row, States states) {
  Slice slice;
  slice.states[0] = states;
  slice.own[0] = of_row(row.sum);
  slice.other[0] = REACH == 2 ? slice.own[0] : only(row.active);
  return slice;
}

typedef struct {
  u64 at[ROWS_READ];     // words into a slice, of the beginnings of rows
  u32 there[ROWS_READ];  // 0 beyond a fixed boundary
} RowPlaces;

RULE RowPlaces row_places(i32 first_row) {
  RowPlaces places;
  UNROLL for (int r = 0; r < ROWS_READ; ++r) {
    i32 y = first_row + r - BESIDE;
    places.there[r] = PERIODIC || DIMENSIONS == 2 || (y >= 0 && y < (i32)SIZE_Y);
    if (y < 0) y = PERIODIC ? y + (i32)SIZE_Y : 0;
    y %= (i32)SIZE_Y;
    places.at[r] = DIMENSIONS == 3 ? (u64)y * WORDS : 0;
  }
  return places;
}

// Slice m, which may be one before the first or one behind the last.
RULE Slice look(GLOBAL const bits* cells, RowPlaces places, i32 m, i32 column, u32 lane) {
  int there = PERIODIC || (m >= 0 && m < (i32)SLICES);
  m = m < 0 ? (i32)SLICES - 1 : m == (i32)SLICES ? 0 : m;
  Slice slice;
  RowSum rows[ROWS_READ];
  States states[ROWS_READ];
  UNROLL for (int r = 0; r < ROWS_READ; ++r) {
    u64 at = (u64)m * SLICE_WORDS + places.at[r];
    int here = there && places.there[r];
    states[r] = here ? states_at(cells, at + (u64)column) : no_states();
    rows[r] = sum_row(cells, at, column, lane, here, states[r]);
  }
#if DIMENSIONS == 2
  return look_along(rows[0], states[0]);
#else
  UNROLL for (int r = 0; r < ROWS; ++r) {
    slice.states[r] = states[r + 1];
    Digits4 cross = add_cross(rows[r].active, rows[r + 1].sum, rows[r + 2].active);
    Digits4 square = add_rows(rows[r].sum, rows[r + 1].sum, rows[r + 2].sum);
    slice.own[r] = REACH == 1 ? cross : square;
    slice.other[r] = REACH == 3 ? square : REACH == 2 ? cross : only(rows[r + 1].active);
  }
  return slice;
#endif
}

// One step for the slices of each strip of `strip` slices. A group's items are warps of LANE_X x LANE_Y
// items; tile (tx, ty, tz) is what one warp does. `wanted` says which tiles must be computed, `changed` which
// of them have changed.
KERNEL GROUP_OF(GROUP, 1, 1)
    sliced_step(GLOBAL const bits* RESTRICT now, GLOBAL bits* RESTRICT next, u32 tiles_x, u32 tiles_y,
                u32 tiles_z, u32 strip, GLOBAL const u8* RESTRICT wanted, GLOBAL u8* RESTRICT changed) {
  u32 tile = (u32)(global_id(0) / 32), lane = local_id(0) % 32;
  u32 tx = tile % tiles_x, ty = tile / tiles_x % tiles_y, tz = tile / tiles_x / tiles_y;
  if (tz >= tiles_z) return;
  if (NOTE_CHANGES && !wanted[tile]) return;
  i32 column = (i32)(tx * LANE_X + lane % LANE_X);
  i32 row = (i32)((ty * LANE_Y + lane / LANE_X) * ROWS);
  int stored = column < (i32)WORDS && (DIMENSIONS == 2 || row < (i32)SIZE_Y);
  column = column < (i32)WORDS ? column : LAST_WORD;
  bits inside = column == LAST_WORD ? INSIDE_LAST : ~(bits)0, differing = 0;
  RowPlaces places = row_places(row < (i32)SIZE_Y ? row : 0);
  i32 first = (i32)(tz * strip), end = first + (i32)strip < (i32)SLICES ? first + (i32)strip : (i32)SLICES;
  Slice before = look(now, places, first - 1, column, lane), here = look(now, places, first, column, lane);
  for (i32 m = first; m < end; ++m) {
    Slice behind = look(now, places, m + 1, column, lane);
    UNROLL for (int r = 0; r < ROWS; ++r) {
      States states = next_of(here.states[r], count_around(before, here, behind, r));
      int is_row = stored && (DIMENSIONS == 2 || row + r < (i32)SIZE_Y);
      UNROLL for (u32 p = 0; p < PLANES; ++p) {
        bits word = states.plane[p] & inside;
        if (NOTE_CHANGES && is_row) differing |= word ^ here.states[r].plane[p];
        if (is_row) next[p * PLANE_WORDS + (u64)m * SLICE_WORDS + places.at[r + BESIDE] + (u64)column] = word;
      }
    }
    before = here;
    here = behind;
  }
  if (NOTE_CHANGES && differing) changed[tile] = 1;
}
