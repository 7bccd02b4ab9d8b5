// What two individuals do to each other, in the dialect. The probabilities, as thresholds, are decided in
// rates/action_thresholds. Two other files hold the same rule for many pairs at once, and must change with
// it: bitplane/bitplane_rule.h (bits) and bytes/byte_words.cpp (vectors of bytes).
#pragma once
#include "core/dialect.h"

RULES_BEGIN

#define EMPTY 0u

// Two sites: each is empty or holds the number of a species.
typedef struct {
  u32 actor, partner;
} Pair;

// How individuals move, reproduce and prey.
typedef struct {
  u32 swaps;       // mobility: actor and partner change places; else the actor moves only into an empty site
  u32 needs_kin;   // reproduction: only beside another individual of its species
  u32 takes_over;  // predation: one of the predator's species replaces the prey; else the site is left empty
} RuleVariant;

// A random number of 32 bits chooses the action: the first one whose threshold it is below, or none. A
// threshold is 2^32 where the action is certain; where the partner is not a prey, the last two are equal.
typedef struct {
  u64 move, reproduce, prey;
} Thresholds;

RULE Pair interact(Pair pair, u32 number, Thresholds below, RuleVariant variant, u32 has_kin) {
  Pair after = pair;
  if (pair.actor == EMPTY) return after;
  if (number < below.move) {
    if (variant.swaps || pair.partner == EMPTY) {
      after.actor = pair.partner;
      after.partner = pair.actor;
    }
  } else if (number < below.reproduce) {
    if (pair.partner == EMPTY && (has_kin || !variant.needs_kin)) after.partner = pair.actor;
  } else if (number < below.prey) {
    after.partner = variant.takes_over ? pair.actor : EMPTY;
  }
  return after;
}

RULES_END
