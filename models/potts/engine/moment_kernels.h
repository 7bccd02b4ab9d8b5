// Moments of cells on a device: see terms/length_rule.h. Defines: those of site_kernels.h; MOMENTS, the count
// of a cell's numbers that are moments, and FIRST_MOMENT, the index of the first; LENGTH_WORDS, the start of
// the words of the term; FIRST_ANCHOR, the index of the anchor among the words of a cell.

#if MOMENTS
#define SIDES_OF_LATTICE \
  { PERIODIC_X ? (i32)SIDE_X : 0, PERIODIC_Y ? (i32)SIDE_Y : 0, PERIODIC_Z&& SIDE_Z > 1 ? (i32)SIDE_Z : 0 }

RULE u32 word_has_length(Tissue tissue, u32 word) {
  LOCAL_POINTER const i32* term = tissue.words + LENGTH_WORDS;
  return type_has_length(term, TYPE_OF(word));
}

// A site relative to the anchor of the cell of `word`.
RULE Away away_of_word(Tissue tissue, u32 word, i32 x, i32 y, i32 z) {
  GLOBAL const i32* words = tissue.linears + (u64)CELL_OF(word) * VARYING + FIRST_ANCHOR;
  Away site = {x, y, z}, anchor = {words[0], words[1], words[2]}, sides = SIDES_OF_LATTICE;
  return away_from(site, anchor, sides);
}

RULE void find_moments(Tissue tissue, PLACE place, SiteCopy copy, NumberChanges* changes) {
  PLACE row = place / HELD_X;
  i32 x = (i32)(place % HELD_X) - HALO, y = (i32)(row % HELD_Y) - HALO, z = (i32)(row / HELD_Y) - HALO_Z;
  Away lost = away_of_word(tissue, copy.before, x, y, z), gained = away_of_word(tissue, copy.after, x, y, z);
  u32 loses = word_has_length(tissue, copy.before), gains = word_has_length(tissue, copy.after);
  i32 dimensions = MOMENTS == 5 ? 2 : 3;
  for (u32 i = 0; i < MOMENTS; ++i) {
    changes[FIRST_MOMENT - 1 + i].losing = loses ? -moment_of(lost, i, dimensions) : 0;
    changes[FIRST_MOMENT - 1 + i].gaining = gains ? moment_of(gained, i, dimensions) : 0;
  }
}

RULE void count_moments(Tissue tissue, u32 word, i32 x, i32 y, i32 z, i32* numbers) {
  Away away = away_of_word(tissue, word, x, y, z);
  u32 counts = word_has_length(tissue, word);
  for (u32 i = 0; i < MOMENTS; ++i)
    numbers[FIRST_MOMENT + i] = counts ? moment_of(away, i, MOMENTS == 5 ? 2 : 3) : 0;
}
#endif
