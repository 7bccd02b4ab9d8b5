// The position of a tile in the lattice, and of its sites in the local memory of its group. See
// tile_kernels.h.

#define INTERIOR_ROWS (TILE_ROWS - 2 * HALO_ROWS)
#define INTERIOR_WORDS (TILE_WORDS - 2 * HALO_WORDS)
#define WHOLE_Y (HALO_ROWS == 0)
#define TILE_SITES (PLANES * TILE_ROWS * TILE_WORDS)  // words of one parity
// In refined phases neighbouring work-items take rows at random and read every fourth word of a row. With an
// odd number of words per row, rows lie in different banks of memory.
#define TILE_STRIDE (REFINE > 1 ? TILE_WORDS | 1 : TILE_WORDS)
#define TILE_SIZE (PLANES * TILE_ROWS * TILE_STRIDE)

RULE u32 tile_at(u32 plane, u32 row, u32 word) { return (plane * TILE_ROWS + row) * TILE_STRIDE + word; }

// Place of a word of sites in local memory; `item` is its number in the tile.
RULE u32 place_of_word(u32 item) { return item / TILE_WORDS * TILE_STRIDE + item % TILE_WORDS; }

#define STAY 0u
#define UP 1u
#define DOWN 2u

// A word of odd sites, shifted up or back down by one bit. In a periodic row the last odd site is then in the
// same bit number as the first even one.
RULE bits shifted_word(LOCAL_POINTER const bits* tile, u32 at, u32 word, u32 shift) {
  u32 last = (BLOCKS_X - 1) % 32;
  if (shift == STAY) return tile[at];
  if (shift == UP) {
    bits before = word > 0                ? tile[at - 1]
                  : WHOLE_X && PERIODIC_X ? tile[at + TILE_WORDS - 1] << (31 - last)
                                          : 0;
    return moved_up(tile[at], before);
  }
  bits shifted = moved_down(tile[at], word + 1 < TILE_WORDS ? tile[at + 1] : 0);
  if (WHOLE_X && PERIODIC_X && word + 1 == TILE_WORDS)
    shifted = (shifted & ~(1u << last)) | ((tile[at + 1 - TILE_WORDS] & 1u) << last);
  return shifted;
}

RULE SiteStates even_states(LOCAL_POINTER const bits* tile, u32 row, u32 word) {
  SiteStates states;
  UNROLL for (u32 p = 0; p < PLANES; ++p) states.plane[p] = tile[tile_at(p, row, word)];
  return states;
}

RULE SiteStates odd_states(LOCAL_POINTER const bits* tile, u32 row, u32 word, u32 shift) {
  SiteStates states;
  UNROLL for (u32 p = 0; p < PLANES; ++p) states.plane[p] =
      shifted_word(tile, tile_at(p, row, word), word, shift);
  return states;
}

RULE void put_states(LOCAL_POINTER bits* tile, u32 row, u32 word, SiteStates states) {
  UNROLL for (u32 p = 0; p < PLANES; ++p) tile[tile_at(p, row, word)] = states.plane[p];
}

// The two rows of the tile that a row of blocks covers. They are equal if the other row lies beyond a wall.
typedef struct {
  u32 top, bottom, has_bottom;
} Rows;

// Where a tile, with its halo, begins. It may begin outside the lattice.
typedef struct {
  i64 row, word;    // in memory
  i64 lattice_row;  // the same row, in the lattice
  u32 is_odd;       // is `lattice_row` odd?
  i64 block;        // first row of blocks; at offset 0 it holds the first row of the tile
  u32 wrapped;      // `block`, wrapped around where y is periodic
} TileOrigin;

// `first_stored` is the row of the lattice that is stored first. It may lie before the beginning of the
// lattice.
RULE TileOrigin tile_origin(u64 tile, i64 first_stored) {
  TileOrigin origin;
  origin.word = (i64)(tile % TILES_X) * INTERIOR_WORDS - HALO_WORDS;
  origin.row = (i64)(tile / TILES_X % TILES_Y) * INTERIOR_ROWS - HALO_ROWS;
  origin.lattice_row = origin.row + first_stored;
  origin.is_odd = (u32)first_stored & 1u;  // tiles begin at even rows of memory
  origin.block = (origin.lattice_row - (i64)origin.is_odd) / 2;
  origin.wrapped = (u32)((origin.block % (i64)BLOCKS_Y + (i64)BLOCKS_Y) % (i64)BLOCKS_Y);
  return origin;
}

// Rows of blocks in a tile: the last one reaches beyond its end at offset 1, or wraps around the lattice.
#define TILE_BLOCKS (TILE_ROWS / 2 + (WHOLE_Y && !PERIODIC_Y ? 1 : 0))

// Finds the rows of the tile that row `at` of its blocks covers, at an offset in memory. Returns false if
// those blocks need not be computed. The tile begins at row `first_row` of the lattice.
RULE u32 find_rows(u32 at, u32 offset_y, i64 first_row, Rows* rows) {
  i32 top = (i32)(at * 2) - (i32)offset_y, bottom = top + 1;
  if (WHOLE_Y && PERIODIC_Y && top < 0) top += (i32)TILE_ROWS;
  rows->top = (u32)(top < 0 ? bottom : top);
  rows->has_bottom = bottom < (i32)TILE_ROWS;
  rows->bottom = (u32)(rows->has_bottom ? bottom : top);
  if (WHOLE_Y && !PERIODIC_Y) return top < (i32)TILE_ROWS;
  return top >= 0 && rows->has_bottom && (PERIODIC_Y || first_row + bottom >= 0);
}
