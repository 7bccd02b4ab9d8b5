// Several steps of a small lattice in one launch, in the dialect: temporal blocking with overlapping tiles in
// local memory. A group loads a box of whole rows with a halo as wide as the launch has steps; each step
// computes one row and one plane less on every side than the step before. It serves lattices so small that a
// launch takes longer than a step. The host defines, besides the macros of slice_sums.h: DIMENSIONS, REACH,
// PASS_STEPS, BOX_Y and BOX_Z (rows and planes of a group; BOX_Z is 1 in 2D), GROUP.

#define HALO_Z (DIMENSIONS == 3 ? PASS_STEPS : 0)
#define TILE_Y (BOX_Y + 2 * PASS_STEPS)
#define TILE_Z (BOX_Z + 2 * HALO_Z)
#define TILE_WORDS ((i32)WORDS * TILE_Y * TILE_Z)

// A coordinate that may lie outside, wrapped around a periodic boundary; -1 beyond a fixed boundary.
RULE i32 wrapped(i32 at, i32 side, int is_periodic) {
  if (at >= 0 && at < side) return at;
  return is_periodic ? ((at % side) + side) % side : -1;
}

RULE States tile_at(LOCAL_POINTER const bits* tile, i32 at) {
  States states;
  UNROLL for (u32 p = 0; p < PLANES; ++p) states.plane[p] = tile[(i32)p * TILE_WORDS + at];
  return states;
}

typedef struct {
  Digits2 sum;
  bits active;
} LineSum;

// The number of active cells among each cell of a word and its neighbours to the left and right. `row` is the
// index at which the word's row begins.
RULE LineSum sum_line_at(LOCAL_POINTER const bits* tile, i32 row, i32 column) {
  LineSum line;
  bits before = 0, behind = 0;
  line.active = is_active(tile_at(tile, row + column));
  if (column > 0 || PERIODIC_X)
    before = is_active(tile_at(tile, row + (column > 0 ? column - 1 : LAST_WORD)));
  if (column == 0 && REST) before <<= 32 - REST;
  if (column < LAST_WORD || PERIODIC_X)
    behind = is_active(tile_at(tile, row + (column < LAST_WORD ? column + 1 : 0)));
  bits cells_on = line.active;
  if (REST && column == LAST_WORD) cells_on |= (behind & 1u) << (REST % 32);
  line.sum = add_cells(moved_up(line.active, before), line.active, moved_down(cells_on, behind));
  return line;
}

// The number of active cells around each cell of a word that lie in one plane. `is_own` is 1 for the plane of
// the word itself.
RULE SliceSum sum_plane_at(LOCAL_POINTER const bits* tile, i32 row, i32 column, int is_own) {
  LineSum above = sum_line_at(tile, row - (i32)WORDS, column), middle = sum_line_at(tile, row, column),
          below = sum_line_at(tile, row + (i32)WORDS, column);
  if (REACH == 3 || (REACH == 2 && is_own)) return sum_square(above.sum, middle.sum, below.sum);
  if (REACH == 2 || is_own) return sum_cross(above.active, middle.sum, below.active);
  return sum_centre(middle.active);
}

RULE Digits5 count_at(LOCAL_POINTER const bits* tile, i32 row, i32 column) {
#if DIMENSIONS == 3
  i32 plane = (i32)WORDS * TILE_Y;
  return add_slices(sum_plane_at(tile, row - plane, column, 0), sum_plane_at(tile, row, column, 1),
                    sum_plane_at(tile, row + plane, column, 0));
#else
  LineSum above = sum_line_at(tile, row - (i32)WORDS, column), middle = sum_line_at(tile, row, column),
          below = sum_line_at(tile, row + (i32)WORDS, column);
  return REACH == 2 ? add_slices(sum_line(above.sum), sum_line(middle.sum), sum_line(below.sum))
                    : add_slices(sum_centre(above.active), sum_line(middle.sum), sum_centre(below.active));
#endif
}

KERNEL GROUP_OF(GROUP, 1, 1)
    small_lattice(GLOBAL const bits* RESTRICT now, GLOBAL bits* RESTRICT next, u32 boxes_y) {
  LOCAL bits tile[2][PLANES * TILE_WORDS];
  i32 first_y = (i32)(group_id(0) % boxes_y) * BOX_Y - PASS_STEPS,
      first_z = (i32)(group_id(0) / boxes_y) * BOX_Z - HALO_Z;
  for (i32 start = 0; start < TILE_WORDS; start += GROUP) {
    i32 at = start + (i32)local_id(0);
    if (at < TILE_WORDS) {
      i32 y = wrapped(first_y + at / (i32)WORDS % TILE_Y, SIZE_Y, PERIODIC_Y),
          z = wrapped(first_z + at / ((i32)WORDS * TILE_Y), SIZE_Z, PERIODIC_Z);
      States states = no_states();
      if (y >= 0 && z >= 0)
        states = states_at(now, ((u64)z * SIZE_Y + (u64)y) * WORDS + (u64)(at % (i32)WORDS));
      UNROLL for (u32 p = 0; p < PLANES; ++p) tile[0][(i32)p * TILE_WORDS + at] = states.plane[p];
    }
  }
  for (i32 step = 1; step <= PASS_STEPS; ++step) {
    BARRIER();
    LOCAL_POINTER const bits* from = tile[(step + 1) % 2];
    for (i32 start = 0; start < TILE_WORDS; start += GROUP) {
      i32 at = start + (i32)local_id(0), column = at % (i32)WORDS;
      i32 in_y = at / (i32)WORDS % TILE_Y, in_z = at / ((i32)WORDS * TILE_Y);
      i32 shrunk_z = DIMENSIONS == 3 ? step : 0;
      if (at < TILE_WORDS && in_y >= step && in_y < TILE_Y - step && in_z >= shrunk_z &&
          in_z < TILE_Z - shrunk_z) {
        States states = next_of(tile_at(from, at), count_at(from, at - column, column));
        int is_there = wrapped(first_y + in_y, SIZE_Y, PERIODIC_Y) >= 0 &&
                       wrapped(first_z + in_z, SIZE_Z, PERIODIC_Z) >= 0;
        bits inside = !is_there ? 0 : column == LAST_WORD ? INSIDE_LAST : ~(bits)0;
        UNROLL for (u32 p = 0; p < PLANES; ++p) tile[step % 2][(i32)p * TILE_WORDS + at] =
            states.plane[p] & inside;
      }
    }
  }
  BARRIER();
  for (i32 start = 0; start < (i32)WORDS * BOX_Y * BOX_Z; start += GROUP) {
    i32 at = start + (i32)local_id(0), column = at % (i32)WORDS;
    i32 in_y = at / (i32)WORDS % BOX_Y, in_z = at / ((i32)WORDS * BOX_Y);
    i32 y = first_y + PASS_STEPS + in_y, z = first_z + HALO_Z + in_z;
    if (at < (i32)WORDS * BOX_Y * BOX_Z && y < (i32)SIZE_Y && z < (i32)SIZE_Z) {
      i32 place = ((in_z + HALO_Z) * TILE_Y + in_y + PASS_STEPS) * (i32)WORDS + column;
      UNROLL for (u32 p = 0; p < PLANES; ++p)
          next[p * PLANE_WORDS + ((u64)z * SIZE_Y + (u64)y) * WORDS + (u64)column] =
              tile[PASS_STEPS % 2][(i32)p * TILE_WORDS + place];
    }
  }
}
