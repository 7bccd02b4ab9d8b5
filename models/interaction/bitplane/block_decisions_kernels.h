// Draws the decisions of a word of 32 blocks: actor, partner and action. Defines: ACTOR_WORDS (2),
// PARTNER_DIGITS, ACTION_DIGITS; PARTNERS, a list PARTNER(below, across) …; PREYS, a list PREY(predator,
// prey) …

#define ACTION_FIRST (ACTOR_WORDS + PARTNER_DIGITS)

RULE bits word_of(u32x4 four, u32 which) {
  return which == 0 ? four.x : which == 1 ? four.y : which == 2 ? four.z : four.w;
}

typedef struct {
  Compared move, reproduce, prey;
} Actions;

RULE Actions compare_action(Actions so_far, bits digit, Thresholds below, u32 which) {
  Actions next = {compare_digit(so_far.move, digit, below.move, which),
                  compare_digit(so_far.reproduce, digit, below.reproduce, which),
                  compare_digit(so_far.prey, digit, below.prey, which)};
  return next;
}

// Digits are drawn until every block of the word has its action.
RULE Actions drawn_actions(u32x2 key, u64 where, u64 when, u32x4 first, Thresholds below) {
  Actions actions = {not_compared(below.move), not_compared(below.reproduce), not_compared(below.prey)};
  for (u32 which = ACTION_FIRST / 4; which * 4 < ACTION_FIRST + ACTION_DIGITS; ++which) {
    u32x4 four = which == 0 ? first : draw(key, where, when, which);
    UNROLL for (u32 i = 0; i < 4; ++i) {
      u32 word = which * 4 + i;
      if (word >= ACTION_FIRST && word < ACTION_FIRST + ACTION_DIGITS)
        actions = compare_action(actions, word_of(four, i), below, word - ACTION_FIRST);
    }
    if (!(actions.move.open | actions.reproduce.open | actions.prey.open)) break;
  }
  return actions;
}

RULE Decisions decide(u32x2 key, u64 where, u64 when, Thresholds below) {
  u32x4 first = draw(key, where, when, 0);
  Decisions decided;
  decided.actor[0] = first.x;
  decided.actor[1] = first.y;
  decided.actor[2] = decided.across[0] = decided.across[1] = decided.across[2] = 0;
  bits before = 0;
#define PARTNER(threshold, steps)                                                      \
  {                                                                                    \
    Compared partner = not_compared(threshold);                                        \
    UNROLL for (u32 digit = 0; digit < PARTNER_DIGITS; ++digit) partner =              \
        compare_digit(partner, word_of(first, ACTOR_WORDS + digit), threshold, digit); \
    if ((steps)&1u) decided.across[0] |= partner.below & ~before;                      \
    if ((steps)&2u) decided.across[1] |= partner.below & ~before;                      \
    before = partner.below;                                                            \
  }
  PARTNERS Actions actions = drawn_actions(key, where, when, first, below);
  decided.move = actions.move.below;
  decided.reproduce = actions.reproduce.below & ~actions.move.below;
  decided.prey = actions.prey.below & ~actions.reproduce.below;
  return decided;
}

// The blocks whose partner is a prey of the actor.
RULE bits partner_is_prey(SiteStates actors, SiteStates partners) {
  bits found = 0;
#define PREY(predator, prey) found |= in_state(actors, predator, PLANES) & in_state(partners, prey, PLANES);
  PREYS
  return found;
}
