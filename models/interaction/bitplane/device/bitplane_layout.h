// Layout of the bit planes of a 2D lattice in device memory, in the dialect. A row of sites is two rows of
// words: bit b is site 2b in the even row and site 2b + 1 in the odd row, so that the two sites of a block
// have the same bit number. Bits beyond the end of a row are zero. Defines: SIZE_X, SIZE_Y, WORDS (in a row
// of one parity), PLANES; WORD_PLACE, the shortest type that can number the words of a replica.

#define EVEN_SITES ((SIZE_X + 1) / 2)  // in a row
#define ODD_SITES (SIZE_X / 2)
#define PLANE_WORDS ((u64)2 * SIZE_Y * WORDS)
#define REPLICA_WORDS (PLANES * PLANE_WORDS)

RULE WORD_PLACE word_at(u32 plane, u32 parity, WORD_PLACE y, WORD_PLACE word) {
  return ((WORD_PLACE)(plane * 2 + parity) * (WORD_PLACE)SIZE_Y + y) * (WORD_PLACE)WORDS + word;
}

// Mask of the bits of a word whose numbers are below `count`; the first bit of the word is number `first`.
RULE bits bits_below(i32 first, i32 count) {
  i32 there = count - first;
  if (there <= 0) return 0;
  return there >= 32 ? ~0u : (1u << there) - 1u;
}

RULE bits sites_in_word(u32 parity, u64 word) {
  return bits_below((i32)word * 32, parity ? (i32)ODD_SITES : (i32)EVEN_SITES);
}
