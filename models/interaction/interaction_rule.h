// What two individuals do, in the dialect.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

#define EMPTY 0u

// Two sites: each is empty or holds the number of a species.
typedef struct {
  u32 actor, partner;
} Pair;

typedef struct {
  u32 swaps;       // mobility: actor and partner change places; else only into an empty site
  u32 needs_kin;   // reproduction: only beside one of its own species
  u32 takes_over;  // predation: the predator's species takes the place of the prey; else it is left empty
} Choices;

// An action happens to numbers below its threshold that are not below the one before it. A threshold is 2^32
// where the action is certain; where there is no prey, the last two are equal.
typedef struct {
  u64 move, reproduce, prey;
} Thresholds;

RULE Pair interact(Pair pair, u32 number, Thresholds below, Choices choices, u32 has_kin) {
  Pair after = pair;
  if (pair.actor == EMPTY) return after;
  if (number < below.move) {
    if (choices.swaps || pair.partner == EMPTY) {
      after.actor = pair.partner;
      after.partner = pair.actor;
    }
  } else if (number < below.reproduce) {
    if (pair.partner == EMPTY && (has_kin || !choices.needs_kin)) after.partner = pair.actor;
  } else if (number < below.prey) {
    after.partner = choices.takes_over ? pair.actor : EMPTY;
  }
  return after;
}

RULES_END
