// The actions of a word of 32 blocks where the rates make many thresholds or there are many species. The
// thresholds of a block depend on its actor and partner: each digit of them is a function of states, and the
// number of a block is compared only with its own thresholds. Defines: those of block_decisions_kernels.h;
// HUNTED, a list PREY_IS(number, expression) ... of PREY_NUMBERS entries, each of which says whether the
// partner is the actor's prey with this number; ALWAYS_MOVES, ALWAYS_REPRODUCES and ALWAYS_PREYS, the species
// for which an action is certain; STATE_DIGITS, a list DIGIT(which, of move, of reproduce, of prey) ... of
// the first DIGITS_BY_STATE digits of the thresholds, which are those that a few draws decide.

// The operands of the expressions.
#define ACTOR_PLANE(digit) actors.plane[digit]
#define PARTNER_PLANE(digit) partners.plane[digit]
#define IS_PREY(number) hunted.is[number]

typedef struct {
  bits is[PREY_NUMBERS];
  bits any;
} Hunted;

typedef struct {
  Compared move, reproduce, prey;
} ComparedActions;

RULE bits open_actions(ComparedActions compared) {
  return compared.move.open | compared.reproduce.open | compared.prey.open;
}

RULE Compared compare_own(Compared so_far, bits digit, bits of_threshold) {
  Compared next = {so_far.below | (so_far.open & of_threshold & ~digit),
                   so_far.open & ~(of_threshold ^ digit)};
  return next;
}

RULE Compared not_compared_own(bits always, bits matters) {
  Compared start = {always, matters & ~always};
  return start;
}

RULE Hunted hunted_by(SiteStates actors, SiteStates partners) {
  Hunted hunted;
#define PREY_IS(number, expression) hunted.is[number] = expression;
  HUNTED
#undef PREY_IS
  hunted.any = 0;
  UNROLL for (u32 i = 0; i < PREY_NUMBERS; ++i) hunted.any |= hunted.is[i];
  return hunted;
}

// Compares the digits that the first few draws provide. `matters` marks the blocks in which something may
// happen.
RULE ComparedActions compare_first_digits(WordDraws draws, u32x4 first, SiteStates actors,
                                          SiteStates partners, Hunted hunted, bits matters) {
  bits vacant = ~occupied(partners, PLANES);
  ComparedActions compared = {not_compared_own(ALWAYS_MOVES, SWAPS ? matters : matters & vacant),
                              not_compared_own(ALWAYS_REPRODUCES, matters & (vacant | hunted.any)),
                              not_compared_own(ALWAYS_PREYS, matters & hunted.any)};
  u32x4 four = first;
#define DIGIT(which, of_move, of_reproduce, of_prey)                                  \
  {                                                                                   \
    if (ACTION_FIRST + which >= 4 && (which == 0 || (ACTION_FIRST + which) % 4 == 0)) \
      if (open_actions(compared))                                                     \
        four = draw(draws.key, draws.where, draws.when, (ACTION_FIRST + which) / 4);  \
    bits digit = drawn_for_blocks(word_of(four, (ACTION_FIRST + which) % 4), draws);  \
    compared.move = compare_own(compared.move, digit, of_move);                       \
    compared.reproduce = compare_own(compared.reproduce, digit, of_reproduce);        \
    compared.prey = compare_own(compared.prey, digit, of_prey);                       \
  }
  STATE_DIGITS
#undef DIGIT
  return compared;
}

RULE u32 state_at(SiteStates states, u32 bit) {
  u32 state = 0;
  UNROLL for (u32 p = 0; p < PLANES; ++p) state |= ((states.plane[p] >> bit) & 1u) << p;
  return state;
}

#if DIGITS_BY_STATE < ACTION_DIGITS
RULE u32 differs(u32 number, u64 threshold, u32 digits) {
  return digits >= 32 || ((number ^ (u32)threshold) >> (32 - digits)) != 0;
}

// The random number that a block compares with its thresholds, if its first digits are known to equal those
// of `threshold`. Further digits are drawn until the comparison with all three thresholds is decided; the
// digits after these are 0.
RULE u32 number_at(WordDraws draws, u32 lane, u64 threshold, Thresholds below) {
  u32 number = (u32)threshold & ~(0xFFFFFFFFu >> DIGITS_BY_STATE);
  for (u32 which = (ACTION_FIRST + DIGITS_BY_STATE) / 4; which * 4 < ACTION_FIRST + ACTION_DIGITS; ++which) {
    u32x4 four = draw(draws.key, draws.where, draws.when, which);
    UNROLL for (u32 i = 0; i < 4; ++i) {
      u32 digit = which * 4 + i - ACTION_FIRST;
      if (digit < ACTION_DIGITS) number |= ((word_of(four, i) >> lane) & 1u) << (31 - digit);
    }
    u32 known = which * 4 + 4 - ACTION_FIRST;
    if (differs(number, below.move, known) && differs(number, below.reproduce, known) &&
        differs(number, below.prey, known))
      break;
  }
  return number;
}

RULE Compared settle(Compared so_far, bits block, u32 number, u64 threshold) {
  Compared next = {so_far.below, so_far.open & ~block};
  if ((so_far.open & block) && number < threshold) next.below |= block;
  return next;
}

// Decides the few blocks that are still open, one by one.
RULE ComparedActions settle_actions(ComparedActions so_far, WordDraws draws, SiteStates actors,
                                    SiteStates partners, GLOBAL const Thresholds* thresholds) {
  ComparedActions next = so_far;
  for (bits open = open_actions(next); open; open = open_actions(next)) {
    u32 bit = 31 - leading_zeros(open);
    bits block = 1u << bit;
    Thresholds below = thresholds[state_at(actors, bit) * STATES + state_at(partners, bit)];
    u64 threshold = next.move.open & block        ? below.move
                    : next.reproduce.open & block ? below.reproduce
                                                  : below.prey;
    u32 number = number_at(draws, lane_of_block(bit, draws), threshold, below);
    next.move = settle(next.move, block, number, below.move);
    next.reproduce = settle(next.reproduce, block, number, below.reproduce);
    next.prey = settle(next.prey, block, number, below.prey);
  }
  return next;
}
#endif

// Chooses the actions of the blocks of a word, whose actors and partners are known.
RULE Decisions decide_by_state(Decisions places, WordDraws draws, u32x4 first, SiteStates actors,
                               SiteStates partners, bits allowed, GLOBAL const Thresholds* thresholds) {
  Decisions decided = places;
  Hunted hunted = hunted_by(actors, partners);
  bits matters = occupied(actors, PLANES) & allowed;
  ComparedActions compared = compare_first_digits(draws, first, actors, partners, hunted, matters);
#if DIGITS_BY_STATE < ACTION_DIGITS
  compared = settle_actions(compared, draws, actors, partners, thresholds);
#endif
  decided.move = compared.move.below & matters;
  decided.reproduce = compared.reproduce.below & ~compared.move.below & matters;
  decided.prey = compared.prey.below & ~compared.reproduce.below & hunted.any & matters;
  return decided;
}
