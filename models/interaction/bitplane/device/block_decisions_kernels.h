// Draws the decisions of a word of 32 blocks: actor, partner and, in refined phases, which comb of its stack
// acts. In refined phases the 32 blocks of a word are those of a comb. Defines: those of threshold_kernels.h;
// ACTOR_WORDS, PARTNER_DIGITS, COMB_WORDS, ACTION_DIGITS; REFINE, COMB_SPACING; PARTNERS, a list
// PARTNER(below, across) ... of PARTNER_COUNT entries, and PARTNER_TELLING, the number of digits that tell
// their thresholds apart.

#define COMB_FIRST (ACTOR_WORDS + PARTNER_DIGITS)
#define ACTION_FIRST (COMB_FIRST + COMB_WORDS)

// Address of the random words of a word of blocks. The words of a comb have a bit for each of its lanes, but
// its blocks lie in several words: `which` is the number of this word among them, and `first` its first block
// that acts.
typedef struct {
  u32x2 key;
  u64 where, when;
  u32 which, first;
} WordDraws;

// Moves the bits of a comb's lanes to the places that their blocks have in the word.
RULE bits drawn_for_blocks(bits lanes, WordDraws draws) {
  return REFINE > 1 ? word_of_lanes(lanes, draws.which, draws.first, COMB_SPACING) : lanes;
}
RULE u32 lane_of_block(u32 block, WordDraws draws) {
  return REFINE > 1 ? block - draws.first + draws.which : block;
}

RULE ThresholdList partner_thresholds(void) {
  ThresholdList list;
  u32 count = 0;
#define PARTNER(threshold, steps) \
  list.below[count] = threshold;  \
  ++count;
  PARTNERS
#undef PARTNER
  return list;
}

// Places of actor and partner; `first` is the first draw of the word.
RULE Decisions drawn_places(u32x2 key, u64 where, u64 when, u32x4 first) {
  Decisions drawn;
  UNROLL for (u32 axis = 0; axis < 3; ++axis) {
    drawn.actor[axis] = axis < ACTOR_WORDS ? word_of(first, axis) : 0;
    drawn.across[axis] = 0;
  }
  drawn.move = drawn.reproduce = drawn.prey = 0;
  ListShape shape = {PARTNER_COUNT, ACTOR_WORDS, PARTNER_DIGITS, PARTNER_TELLING};
  ComparedList partners = drawn_list(key, where, when, first, partner_thresholds(), shape);
  bits before = 0;
  u32 i = 0;
#define PARTNER(threshold, steps)                                                               \
  UNROLL for (u32 axis = 0; axis < 3; ++axis) if (((steps) >> axis) & 1u) drawn.across[axis] |= \
      below_in(partners, i) & ~before;                                                          \
  before = below_in(partners, i);                                                               \
  ++i;
  PARTNERS
#undef PARTNER
  return drawn;
}

#if REFINE > 1
RULE Comb drawn_comb(u32x2 key, u64 where, u64 when) {
  return acting_comb(word_of(draw(key, where, when, COMB_FIRST / 4), COMB_FIRST % 4), REFINE, COMB_SPACING);
}
#endif
