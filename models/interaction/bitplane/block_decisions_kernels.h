// Draws the decisions of a word of 32 blocks: actor, partner and the number that chooses the action; and in
// refined phases, in which the 32 blocks are those of a comb, which comb of its stack acts. Defines:
// ACTOR_WORDS, PARTNER_DIGITS, COMB_WORDS, ACTION_DIGITS; REFINE, COMB_SPACING; PARTNERS, a list
// PARTNER(below, across) … of PARTNER_COUNT; and of the rates, whose thresholds fall into RATE_CLASSES:
// RATES, a list RATE(class, pair, which, threshold) …, the last unless FEEDBACK says that it is read from the
// replica's table of pairs; COMMON_MOVE and COMMON_REPRODUCE, the classes of most species, with OWN_MOVES and
// OWN_REPRODUCES, lists OWN(state, class) … of the others; PREYS, a list PREY_CLASS(class, PREY(predator,
// prey) …) …

#define COMB_FIRST (ACTOR_WORDS + PARTNER_DIGITS)
#define ACTION_FIRST (COMB_FIRST + COMB_WORDS)

RULE bits word_of(u32x4 four, u32 which) {
  return which == 0 ? four.x : which == 1 ? four.y : which == 2 ? four.z : four.w;
}

typedef struct {
  u64 below[RATE_CLASSES];
} ClassThresholds;

RULE ClassThresholds thresholds_of(GLOBAL const Thresholds* all, u64 replica) {
  ClassThresholds classes;
#if FEEDBACK
#define RATE(which_class, pair, which, threshold)                                                     \
  {                                                                                                   \
    Thresholds found = all[replica * STATES * STATES + pair];                                         \
    classes.below[which_class] = which == 0 ? found.move : which == 1 ? found.reproduce : found.prey; \
  }
#else
#define RATE(which_class, pair, which, threshold) classes.below[which_class] = threshold;
#endif
  RATES
#undef RATE
  return classes;
}

// The places of actor and partner, and the blocks whose number is below the threshold of each class.
typedef struct {
  Decisions places;
  bits below[RATE_CLASSES];
} DrawnBlocks;

typedef struct {
  Compared of[RATE_CLASSES];
} ComparedClasses;

// Digits are drawn until every block of the word has its action. The first draws, which decide nearly all of
// them, are written out one by one: then each digit of a threshold is a constant.
#define DRAWS_WRITTEN_OUT 3

RULE ComparedClasses compare_action(ComparedClasses so_far, u32x4 four, u32 which, ClassThresholds classes) {
  ComparedClasses next = so_far;
  UNROLL for (u32 i = 0; i < 4; ++i) {
    u32 word = which * 4 + i;
    if (word >= ACTION_FIRST && word < ACTION_FIRST + ACTION_DIGITS)
      UNROLL for (u32 c = 0; c < RATE_CLASSES; ++c) next.of[c] =
          compare_digit(next.of[c], word_of(four, i), classes.below[c], word - ACTION_FIRST);
  }
  return next;
}

RULE bits open_actions(ComparedClasses compared) {
  bits open = 0;
  UNROLL for (u32 c = 0; c < RATE_CLASSES; ++c) open |= compared.of[c].open;
  return open;
}

RULE ComparedClasses drawn_actions(u32x2 key, u64 where, u64 when, u32x4 first, ClassThresholds classes) {
  ComparedClasses compared;
  UNROLL for (u32 c = 0; c < RATE_CLASSES; ++c) compared.of[c] = not_compared(classes.below[c]);
  UNROLL for (u32 i = 0; i < DRAWS_WRITTEN_OUT; ++i) {
    u32 which = ACTION_FIRST / 4 + i;
    if (which * 4 < ACTION_FIRST + ACTION_DIGITS && open_actions(compared))
      compared = compare_action(compared, which == 0 ? first : draw(key, where, when, which), which, classes);
  }
  for (u32 which = ACTION_FIRST / 4 + DRAWS_WRITTEN_OUT;
       which * 4 < ACTION_FIRST + ACTION_DIGITS && open_actions(compared); ++which)
    compared = compare_action(compared, draw(key, where, when, which), which, classes);
  return compared;
}

typedef struct {
  Compared of[PARTNER_COUNT];
} ComparedPartners;

RULE ComparedPartners compare_partner(ComparedPartners so_far, u32x4 four, u32 which) {
  ComparedPartners next = so_far;
  UNROLL for (u32 i = 0; i < 4; ++i) {
    u32 word = which * 4 + i, partner = 0;
    if (word >= ACTOR_WORDS && word < COMB_FIRST) {
#define PARTNER(threshold, steps)                                                                      \
  next.of[partner] = compare_digit(next.of[partner], word_of(four, i), threshold, word - ACTOR_WORDS); \
  ++partner;
      PARTNERS
#undef PARTNER
    }
  }
  return next;
}

RULE bits open_partners(ComparedPartners compared) {
  bits open = 0;
  UNROLL for (u32 i = 0; i < PARTNER_COUNT; ++i) open |= compared.of[i].open;
  return open;
}

// Of the number that chooses the partner.
RULE ComparedPartners drawn_partners(u32x2 key, u64 where, u64 when, u32x4 first) {
  ComparedPartners compared;
  u32 count = 0;
#define PARTNER(threshold, steps)               \
  compared.of[count] = not_compared(threshold); \
  ++count;
  PARTNERS
#undef PARTNER
  UNROLL for (u32 which = 0; which < DRAWS_WRITTEN_OUT;
              ++which) if (which * 4 < COMB_FIRST && open_partners(compared)) compared =
      compare_partner(compared, which == 0 ? first : draw(key, where, when, which), which);
  for (u32 which = DRAWS_WRITTEN_OUT; which * 4 < COMB_FIRST && open_partners(compared); ++which)
    compared = compare_partner(compared, draw(key, where, when, which), which);
  return compared;
}

RULE DrawnBlocks decide(u32x2 key, u64 where, u64 when, ClassThresholds classes) {
  u32x4 first = draw(key, where, when, 0);
  DrawnBlocks drawn;
  UNROLL for (u32 axis = 0; axis < 3; ++axis) {
    drawn.places.actor[axis] = axis < ACTOR_WORDS ? word_of(first, axis) : 0;
    drawn.places.across[axis] = 0;
  }
  drawn.places.move = drawn.places.reproduce = drawn.places.prey = 0;
  ComparedPartners partners = drawn_partners(key, where, when, first);
  bits before = 0;
  u32 i = 0;
#define PARTNER(threshold, steps)                                                                      \
  UNROLL for (u32 axis = 0; axis < 3; ++axis) if (((steps) >> axis) & 1u) drawn.places.across[axis] |= \
      partners.of[i].below & ~before;                                                                  \
  before = partners.of[i].below;                                                                       \
  ++i;
  PARTNERS
#undef PARTNER
  ComparedClasses actions = drawn_actions(key, where, when, first, classes);
  UNROLL for (u32 c = 0; c < RATE_CLASSES; ++c) drawn.below[c] = actions.of[c].below;
  return drawn;
}

#if REFINE > 1
RULE Comb drawn_comb(u32x2 key, u64 where, u64 when) {
  return acting_comb(word_of(draw(key, where, when, COMB_FIRST / 4), COMB_FIRST % 4), REFINE, COMB_SPACING);
}

// What was drawn for a comb, for one of the words that it takes blocks from. Where nothing was drawn,
// nothing happens.
RULE DrawnBlocks drawn_in_word(DrawnBlocks of_comb, u32 which, u32 first) {
  DrawnBlocks drawn = of_comb;
  UNROLL for (u32 axis = 0; axis < 3; ++axis) {
    drawn.places.actor[axis] = word_of_lanes(of_comb.places.actor[axis], which, first, COMB_SPACING);
    drawn.places.across[axis] = word_of_lanes(of_comb.places.across[axis], which, first, COMB_SPACING);
  }
  UNROLL for (u32 c = 0; c < RATE_CLASSES; ++c) drawn.below[c] =
      word_of_lanes(of_comb.below[c], which, first, COMB_SPACING);
  return drawn;
}
#endif

// The action of each block, by the rates of its actor and partner.
RULE Decisions choose_actions(DrawnBlocks drawn, SiteStates actors, SiteStates partners) {
  Decisions decided = drawn.places;
  bits moves = drawn.below[COMMON_MOVE], reproduces = drawn.below[COMMON_REPRODUCE], preys = 0;
#define OWN(state, which_class) \
  moves = choose_bits(in_state(actors, state, PLANES), drawn.below[which_class], moves);
  OWN_MOVES
#undef OWN
#define OWN(state, which_class) \
  reproduces = choose_bits(in_state(actors, state, PLANES), drawn.below[which_class], reproduces);
  OWN_REPRODUCES
#undef OWN
#define PREY(predator, prey) found |= in_state(actors, predator, PLANES) & in_state(partners, prey, PLANES);
#define PREY_CLASS(which_class, pairs)               \
  {                                                  \
    bits found = 0;                                  \
    pairs preys |= found & drawn.below[which_class]; \
  }
  PREYS
#undef PREY_CLASS
#undef PREY
  decided.move = moves;
  decided.reproduce = reproduces & ~moves;
  decided.prey = preys & ~reproduces;
  return decided;
}
