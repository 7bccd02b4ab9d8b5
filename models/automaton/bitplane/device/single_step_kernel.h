// One step over bit planes, in the dialect, for every rule that is a cycle (cycle_rule.h), in 2D and 3D.
//
// A work-item holds one word of 32 cells in each of ROWS neighbouring rows and streams through the slices
// (planes in 3D, rows in 2D: slice_sums.h). It keeps the sums of the last two slices, so that every slice is
// read and summed once. The work-items of a warp lie side by side in x (LANE_X of them) and in y (LANE_Y),
// and exchange the cells at the ends of their words. Work-items at the ends of a row of lanes read the next
// word themselves: their edge.
//
// Defines besides those of bitplane_layout.h: DIMENSIONS, REACH, ROWS (at most SIZE_Y), LANE_X and LANE_Y (32
// together), GROUP; PHASES, 3 to unroll over three slices, so that the kept sums need not be moved, else 1;
// TRACK_CHANGES, whether the pass records which tiles have changed.

#define SLICES ((i32)(DIMENSIONS == 3 ? SIZE_Z : SIZE_Y))
#define PERIODIC_SLICES (DIMENSIONS == 3 ? PERIODIC_Z : PERIODIC_Y)
#define SLICE_WORDS (DIMENSIONS == 3 ? (u64)WORDS * SIZE_Y : (u64)WORDS)
#define ROW_BYTES ((u32)WORDS * 4u)
#define BITS_AT(type, bytes, p) ((GLOBAL type*)((bytes) + (p)*PLANE_WORDS * 4u))
#define BESIDE (DIMENSIONS == 3 ? 1 : 0)  // extra rows that a work-item reads above and below its own
#define ROWS_READ (ROWS + 2 * BESIDE)
// Does a work-item have edges on both sides?
#define TWO_EDGES (LANES == 1 || LANE_X == 1 || WORDS % LANE_X == 1)
#define EDGES (TWO_EDGES ? 2 : 1)

// The word beside those of a work-item, of which only the adjacent cell matters. If the last word of a row is
// not full, `shift` moves that cell to the end of the word.
typedef struct {
  i32 column;
  u32 shift;
  int is_there;
} Edge;

// The position of a work-item within a slice. Words are found by byte offsets from the beginning of the
// slice, which is the same for all work-items of a group, so that a new slice costs a work-item no
// arithmetic.
typedef struct {
  i32 column;
  int takes_before, takes_behind;  // is the word on this side an edge?
  Edge edges[EDGES];
  // Byte offsets of rows: the one above its own, the first of its own, the one below.
  u32 above, inner, below;
  int has_above, has_below;
  int is_stored;  // 0 beyond the end of a row, where a lane only takes part in exchanges
  bits inside;    // the cells of its words that belong to the row
} Item;

RULE Edge edge_before(i32 column) {
  Edge edge = {column - 1, 0u, 1};
  if (column > 0) return edge;
  edge.column = LAST_WORD;
  edge.shift = REST ? 32 - REST : 0;
  edge.is_there = PERIODIC_X;
  return edge;
}

RULE Edge edge_behind(i32 column) {
  Edge edge = {column + 1, 0u, 1};
  if (column < LAST_WORD) return edge;
  edge.column = 0;
  edge.is_there = PERIODIC_X;
  return edge;
}

// If ROWS does not divide the number of rows, the last work-items of a slice overlap those before them.
RULE Item item_at(i32 column, i32 row, u32 lane) {
  Item item;
  item.is_stored = column < (i32)WORDS;
  column = item.is_stored ? column : LAST_WORD;
  row = DIMENSIONS == 2 ? 0 : row + ROWS <= (i32)SIZE_Y ? row : (i32)SIZE_Y - ROWS;
  item.column = column;
  item.inside = column == LAST_WORD ? INSIDE_LAST : ~(bits)0;
  item.takes_before = LANES == 1 || lane % LANE_X == 0;
  item.takes_behind = LANES == 1 || lane % LANE_X == LANE_X - 1 || column == LAST_WORD;
#if TWO_EDGES
  item.edges[0] = edge_before(column);
  item.edges[1] = edge_behind(column);
#else
  item.edges[0] = item.takes_before ? edge_before(column) : edge_behind(column);
  item.edges[0].is_there &= item.takes_before || item.takes_behind;
#endif
  item.has_above = PERIODIC_Y || row > 0;
  item.has_below = PERIODIC_Y || row + ROWS < (i32)SIZE_Y;
  item.inner = (u32)row * ROW_BYTES;
  item.above = (u32)(row > 0 ? row - 1 : (i32)SIZE_Y - 1) * ROW_BYTES;
  item.below = (u32)(row + ROWS < (i32)SIZE_Y ? row + ROWS : 0) * ROW_BYTES;
  return item;
}

// The words that a work-item reads of a slice.
typedef struct {
  States words[ROWS_READ];
  States edges[EDGES][ROWS_READ];
} Fetched;

RULE States fetch_states(GLOBAL const u8* at, int is_there) {
  States states = no_states();
  if (is_there) {
    UNROLL for (u32 p = 0; p < PLANES; ++p) states.plane[p] = *BITS_AT(const bits, at, p);
  }
  return states;
}

// Reads slice m, which may lie one before the first or one behind the last.
RULE Fetched fetch(GLOBAL const bits* cells, Item item, i32 m) {
  int is_there = PERIODIC_SLICES || (m >= 0 && m < SLICES);
  u64 slice = (u64)(m < 0 ? SLICES - 1 : m >= SLICES ? 0 : m) * SLICE_WORDS;
  GLOBAL const u8* from = (GLOBAL const u8*)(cells + slice);
  Fetched fetched;
  UNROLL for (int e = 0; e <= EDGES; ++e) {
    u32 column = e < EDGES ? (u32)item.edges[e < EDGES ? e : 0].column * 4u : (u32)item.column * 4u;
    GLOBAL const u8* first_row = from + item.inner + column;
    UNROLL for (int r = 0; r < ROWS_READ; ++r) {
      int inner = r - BESIDE;
      int row_there = is_there && (inner < 0 ? item.has_above : inner == ROWS ? item.has_below : 1);
      GLOBAL const u8* at = inner < 0       ? from + item.above + column
                            : inner == ROWS ? from + item.below + column
                                            : first_row + (u64)(inner * (i32)ROW_BYTES);
      if (e < EDGES)
        fetched.edges[e < EDGES ? e : 0][r] =
            fetch_states(at, row_there && item.edges[e < EDGES ? e : 0].is_there);
      else
        fetched.words[r] = fetch_states(at, row_there);
    }
  }
  return fetched;
}

typedef struct {
  Digits2 sum;  // of the active cells among the left neighbour, the cell itself and the right neighbour
  bits active;
} RowSum;

RULE RowSum sum_row(Fetched fetched, Item item, int r) {
  RowSum row;
  row.active = is_active(fetched.words[r]);
  bits before = 0, behind = 0, cells_on = row.active;
  WORDS_BESIDE(before, behind, row.active, row.active);
  bits edge_before = is_active(fetched.edges[0][r]) << (REST ? item.edges[0].shift : 0u);
  bits edge_behind = TWO_EDGES ? is_active(fetched.edges[EDGES - 1][r]) : edge_before;
  before = item.takes_before ? edge_before : before;
  behind = item.takes_behind ? edge_behind : behind;
  if (REST && PERIODIC_X && item.column == LAST_WORD)
    cells_on |= (behind & 1u) << (REST % 32);  // the row's first cell follows its last
  row.sum = add_cells(moved_up(row.active, before), row.active, moved_down(cells_on, behind));
  return row;
}

// The rows of a work-item in one slice.
typedef struct {
  States states[ROWS];
  SliceSum same[ROWS];   // active cells around each cell, counted for cells of this slice
  SliceSum other[ROWS];  // active cells around each cell, counted for cells of the slices before and behind
} Slice;

RULE Slice sum_slice(Fetched fetched, Item item) {
  Slice slice;
  RowSum rows[ROWS_READ];
  UNROLL for (int r = 0; r < ROWS_READ; ++r) rows[r] = sum_row(fetched, item, r);
  UNROLL for (int r = 0; r < ROWS; ++r) {
    slice.states[r] = fetched.words[r + BESIDE];
#if DIMENSIONS == 2
    slice.same[r] = sum_line(rows[r].sum);
    slice.other[r] = REACH == 2 ? slice.same[r] : sum_centre(rows[r].active);
#else
    SliceSum cross = sum_cross(rows[r].active, rows[r + 1].sum, rows[r + 2].active);
    SliceSum square = sum_square(rows[r].sum, rows[r + 1].sum, rows[r + 2].sum);
    slice.same[r] = REACH == 1 ? cross : square;
    slice.other[r] = REACH == 3 ? square : REACH == 2 ? cross : sum_centre(rows[r + 1].active);
#endif
  }
  return slice;
}

// Writes the next states of slice m, from its sums and those of the slices before and behind it. Adds the
// bits that change to `differing`.
RULE bits step_slice(GLOBAL bits* next, Item item, i32 m, Slice before, Slice middle, Slice behind,
                     bits differing) {
  UNROLL for (int r = 0; r < ROWS; ++r) {
    GLOBAL u8* at = (GLOBAL u8*)(next + (u64)m * SLICE_WORDS) + item.inner + (u64)(r * (i32)ROW_BYTES) +
                    (u64)(item.column * 4);
    States states = next_of(middle.states[r], add_slices(before.other[r], middle.same[r], behind.other[r]));
    UNROLL for (u32 p = 0; p < PLANES; ++p) {
      bits word = REST ? states.plane[p] & item.inside : states.plane[p];
      if (TRACK_CHANGES) differing |= word ^ middle.states[r].plane[p];
      if (item.is_stored) *BITS_AT(bits, at, p) = word;
    }
  }
  return differing;
}

// Does one step for a number of strips of `strip` slices each, beginning with `first_strip`; after the last
// of all `strips` comes the first. A warp has LANE_X x LANE_Y work-items and computes tile (tx, ty, tz).
// `wanted` tells which tiles must be computed, and `changed` receives which of them have changed. Slices are
// fetched one ahead.
KERNEL GROUP_OF(GROUP, 1, 1) single_step(GLOBAL const bits* RESTRICT now, GLOBAL bits* RESTRICT next,
                                         u32 tiles_x, u32 tiles_y, u32 strip, u32 first_strip, u32 strips,
                                         GLOBAL const u8* RESTRICT wanted, GLOBAL u8* RESTRICT changed) {
  u32 groups = (tiles_x * tiles_y + GROUP / 32 - 1) / (GROUP / 32);  // in a strip
  u32 in_strip = group_id(0) % groups * (GROUP / 32) + local_id(0) / 32, lane = local_id(0) % 32;
  u32 tx = in_strip % tiles_x, ty = in_strip / tiles_x, tz = first_strip + group_id(0) / groups;
  if (tz >= strips) tz -= strips;
  u32 tile = tz * tiles_x * tiles_y + in_strip;
  if (ty >= tiles_y) return;
  if (TRACK_CHANGES && !wanted[tile]) return;
  Item item = item_at((i32)(tx * LANE_X + lane % LANE_X), (i32)((ty * LANE_Y + lane / LANE_X) * ROWS), lane);
  i32 first = (i32)(tz * strip), end = first + (i32)strip < SLICES ? first + (i32)strip : SLICES;
  bits differing = 0;
  Slice recent[3];
  recent[1] = sum_slice(fetch(now, item, first - 1), item);
  recent[2] = sum_slice(fetch(now, item, first), item);
  Fetched ahead = fetch(now, item, first + 1);
  for (i32 base = first; base < end; base += PHASES) {
    UNROLL for (int phase = 0; phase < PHASES; ++phase) {
      i32 m = base + phase;
      if (m < end) {
        Slice behind = sum_slice(ahead, item);
        ahead = fetch(now, item, m + 2 < end + 1 ? m + 2 : m);
        differing =
            step_slice(next, item, m, recent[(phase + 1) % 3], recent[(phase + 2) % 3], behind, differing);
        recent[phase] = behind;
        if (PHASES == 1) {
          recent[1] = recent[2];
          recent[2] = behind;
        }
      }
    }
  }
  if (TRACK_CHANGES && item.is_stored && differing) changed[tile] = 1;
}
