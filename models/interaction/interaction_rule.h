// The interaction of two individuals, in the dialect. The probabilities are thresholds that
// rates/action_thresholds computes. Two other files hold the same rule for many pairs at once and must be
// changed together with this one: bitplane/bitplane_rule.h (bits) and bytes/byte_words.cpp (vectors of
// bytes).
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
  u32 swaps;  // mobility: actor and partner change places; otherwise the actor moves only into an empty site
  u32 needs_kin;  // reproduction: only beside another individual of its species
  // Predation: an individual of the predator's species replaces the prey; otherwise the site is left empty.
  u32 takes_over;
} RuleVariant;

// A random number of 32 bits chooses the first action whose threshold it is below, or none. A threshold is
// 2^32 if the action is certain. If the partner is not a prey, the last two thresholds are equal.
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
