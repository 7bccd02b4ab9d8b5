// The actions of a word of 32 blocks where the thresholds of all rates fall into few classes. The number of
// every block is compared with each threshold, and the states of actor and partner choose among the results.
// Defines: those of block_decisions_kernels.h; RATES, a list RATE(class, pair, which, threshold) ... of
// RATE_CLASSES entries, in which `threshold` is a constant unless FEEDBACK says that it is read from the
// replica's table of pairs; ACTION_TELLING, the number of digits that tell the thresholds apart; COMMON_MOVE
// and COMMON_REPRODUCE, the classes of most species; OWN_MOVES and OWN_REPRODUCES, lists OWN(state, class)
// ... of the other species; PREYS, a list PREY_CLASS(class, PREY(predator, prey) ...) ...

RULE ThresholdList thresholds_of(GLOBAL const Thresholds* of_replicas, u64 replica) {
  ThresholdList classes;
#if FEEDBACK
#define RATE(which_class, pair, which, threshold)                                                     \
  {                                                                                                   \
    Thresholds found = of_replicas[replica * STATES * STATES + pair];                                 \
    classes.below[which_class] = which == 0 ? found.move : which == 1 ? found.reproduce : found.prey; \
  }
#else
#define RATE(which_class, pair, which, threshold) classes.below[which_class] = threshold;
#endif
  RATES
#undef RATE
  return classes;
}

// The places of actor and partner and, for each class of rates, the blocks whose random number is below its
// threshold.
typedef struct {
  Decisions places;
  bits below[RATE_CLASSES];
} DrawnBlocks;

RULE DrawnBlocks decide(u32x2 key, u64 where, u64 when, ThresholdList classes) {
  u32x4 first = draw(key, where, when, 0);
  DrawnBlocks drawn;
  drawn.places = drawn_places(key, where, when, first);
  ListShape shape = {RATE_CLASSES, ACTION_FIRST, ACTION_DIGITS, ACTION_TELLING};
  ComparedList actions = drawn_list(key, where, when, first, classes, shape);
  UNROLL for (u32 c = 0; c < RATE_CLASSES; ++c) drawn.below[c] = below_in(actions, c);
  return drawn;
}

// Chooses the action of each block by the rates of its actor and partner.
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
