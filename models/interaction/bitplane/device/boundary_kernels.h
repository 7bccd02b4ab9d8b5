// The boundary of the lattice: the states and the decisions of words of 32 blocks that may lie partly beyond
// its ends. In a periodic row such a word is joined from two stored words.
//
// Defines: those of bitplane_layout.h and block_decisions_kernels.h; PERIODIC_X, PERIODIC_Y; BLOCKS_X (blocks
// in a row); WHOLE_X (1: a tile holds whole rows and wraps around their ends by itself); LATTICE_Y, the rows
// of the lattice; STORED, the number of stored rows of a part of the lattice, 0 if it is whole. A part never
// wraps around along y: everything beyond its ends is empty.

#if STORED
#define WRAPS_Y 0
#else
#define WRAPS_Y PERIODIC_Y
#endif

#define LAST_WORD_BLOCKS (BLOCKS_X % 32)  // blocks in the last word of a periodic row, 0 when it is full

// Where 32 blocks of a periodic row are stored, which may begin at any block: `count` of them from bit
// `shift` of `word` on, the others from the first bit of `next` on.
typedef struct {
  u64 word, next;
  u32 shift, count;
} WrappedWord;

RULE WrappedWord wrapped_word(i64 word) {
  i64 first = word * 32 % (i64)BLOCKS_X;
  if (first < 0) first += (i64)BLOCKS_X;
  WrappedWord found = {(u64)first / 32, 0, (u32)first % 32, 32 - (u32)first % 32};
  if (first + (i64)found.count >= (i64)BLOCKS_X)
    found.count = (u32)((i64)BLOCKS_X - first);
  else
    found.next = found.word + 1;
  if (found.count >= 32) found.next = found.word;
  return found;
}

RULE bits joined(bits begin, bits other, WrappedWord at) {
  bits low = begin >> at.shift;
  return at.count >= 32 ? low : (low & ((1u << at.count) - 1u)) | (other << at.count);
}

// Are all blocks of this word stored in one word?
RULE u32 is_stored_word(i64 word) {
  return word >= 0 && word < (i64)WORDS &&
         (LAST_WORD_BLOCKS == 0 || !PERIODIC_X || word < (i64)WORDS - 1 || WHOLE_X);
}

RULE bits load_word(GLOBAL const bits* planes, u32 plane, u32 parity, i64 y, i64 word) {
  if (WRAPS_Y)
    y = (y % (i64)SIZE_Y + (i64)SIZE_Y) % (i64)SIZE_Y;
  else if (y < 0 || y >= (i64)SIZE_Y)
    return 0;
  if (is_stored_word(word)) return planes[word_at(plane, parity, (u64)y, (u64)word)];
  if (!PERIODIC_X) return 0;
  WrappedWord at = wrapped_word(word);
  return joined(planes[word_at(plane, parity, (u64)y, at.word)],
                planes[word_at(plane, parity, (u64)y, at.next)], at);
}

// The decisions for a word of a tile, which may reach beyond the end of a periodic row.
RULE DrawnBlocks decide_wrapped(u32x2 key, u64 row, i64 word, u64 phase, ThresholdList classes) {
  if (is_stored_word(word) || !PERIODIC_X) return decide(key, row * WORDS + (u64)word, phase, classes);
  WrappedWord at = wrapped_word(word);
  DrawnBlocks begin = decide(key, row * WORDS + at.word, phase, classes);
  if (at.shift == 0 && at.count >= 32) return begin;
  DrawnBlocks other = decide(key, row * WORDS + at.next, phase, classes), both = begin;
  UNROLL for (u32 axis = 0; axis < 3; ++axis) {
    both.places.actor[axis] = joined(begin.places.actor[axis], other.places.actor[axis], at);
    both.places.across[axis] = joined(begin.places.across[axis], other.places.across[axis], at);
  }
  UNROLL for (u32 c = 0; c < RATE_CLASSES; ++c) both.below[c] = joined(begin.below[c], other.below[c], at);
  return both;
}

// Masks of the blocks of a word whose left site, and whose right site, lies inside the walls.
typedef struct {
  bits left, right;
} ColumnsInside;

RULE ColumnsInside columns_inside(i64 word, u32 offset_x) {
  ColumnsInside inside = {~0u, ~0u};
  i32 first = (i32)word * 32;  // block b holds sites 2b - offset and the next
  if (!PERIODIC_X) {
    inside.left =
        bits_below(first, ((i32)SIZE_X + 1 + (i32)offset_x) / 2) & ~bits_below(first, (i32)offset_x);
    inside.right = bits_below(first, ((i32)SIZE_X + (i32)offset_x) / 2) & ~bits_below(first, 0);
  }
  return inside;
}

// Mask of the blocks whose actor and partner both lie inside the walls. The first row of these blocks is row
// `y` of the lattice.
RULE bits inside_walls(Decisions decided, ColumnsInside columns, i64 y) {
  bits left = columns.left, right = columns.right, top = ~0u, bottom = ~0u;
  if (!PERIODIC_Y) {
    top = y >= 0 && y < (i64)LATTICE_Y ? ~0u : 0;
    bottom = y + 1 >= 0 && y + 1 < (i64)LATTICE_Y ? ~0u : 0;
  }
  bits ax = decided.actor[0], ay = decided.actor[1];
  bits px = ax ^ decided.across[0], py = ay ^ decided.across[1];
  return choose_bits(ax, right, left) & choose_bits(px, right, left) & choose_bits(ay, bottom, top) &
         choose_bits(py, bottom, top);
}
