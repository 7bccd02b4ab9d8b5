// The rule on bit planes, in the dialect: one interaction in each of as many blocks as `bits` has bits. Bit b
// of every word belongs to block b. A state is a binary number with each digit in a word of its own, a plane.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

// Kernels define as many as they need.
#ifndef MOST_PLANES
#define MOST_PLANES 4
#endif
#define MOST_SITES 8

// One site of each block; plane[0] is the lowest digit. Every function takes the number of planes as an
// argument, which callers pass as a constant.
typedef struct {
  bits plane[MOST_PLANES];
} SiteStates;

// The sites of each block. Site s lies s & 1 along x, (s >> 1) & 1 along y and s >> 2 along z.
typedef struct {
  SiteStates site[MOST_SITES];
} Blocks;

// The draws of each block: the actor's place and the partner's place relative to it (place XOR across), with
// one bit for each axis; and the action, at most one of three.
typedef struct {
  bits actor[3], across[3];
  bits move, reproduce, prey;
} Decisions;

// Blocks whose random number is known to be below a threshold, and blocks for which the digits compared so
// far do not decide it.
typedef struct {
  bits below, open;
} Compared;

RULE bits no_bits(void) {
  bits none = {0};
  return none;
}

RULE Compared not_compared(u64 threshold) {
  Compared start = {no_bits(), ~no_bits()};
  if (threshold >> 32) start.below = ~no_bits();  // always
  if (threshold >> 32 || threshold == 0) start.open = no_bits();
  return start;
}

// Compares the next binary digit of every number with that of the threshold; digit 0 is the most significant
// of 32.
RULE Compared compare_digit(Compared so_far, bits digit, u64 threshold, u32 which) {
  Compared next = so_far;
  if ((threshold >> (31 - which)) & 1u) {
    next.below = so_far.below | (so_far.open & ~digit);
    next.open = so_far.open & digit;
  } else {
    next.open = so_far.open & ~digit;
  }
  // A number that begins like the threshold is not below it once the threshold has only zeros left.
  if ((u32)(threshold << which) << 1 == 0) next.open = no_bits();
  return next;
}

RULE bits choose_bits(bits which, bits chosen, bits other) { return other ^ (which & (chosen ^ other)); }

RULE SiteStates choose_states(bits which, SiteStates selected, SiteStates other, u32 planes) {
  SiteStates chosen = other;
  UNROLL for (u32 p = 0; p < planes; ++p) chosen.plane[p] =
      choose_bits(which, selected.plane[p], other.plane[p]);
  return chosen;
}

RULE bits in_state(SiteStates states, u32 state, u32 planes) {
  bits matching = ~no_bits();
  UNROLL for (u32 p = 0; p < planes; ++p) matching &= (state >> p) & 1u ? states.plane[p] : ~states.plane[p];
  return matching;
}

RULE bits occupied(SiteStates states, u32 planes) {
  bits any = states.plane[0];
  UNROLL for (u32 p = 1; p < planes; ++p) any |= states.plane[p];
  return any;
}

// Chooses one site of each block, by a bit for each axis: each bit chooses a half of the block.
RULE SiteStates site_at(Blocks blocks, bits x, bits y, bits z, u32 dimensions, u32 planes) {
  Blocks near = blocks;
  if (dimensions == 3)
    UNROLL for (u32 s = 0; s < 4; ++s) near.site[s] =
        choose_states(z, blocks.site[s + 4], blocks.site[s], planes);
  SiteStates low = choose_states(y, near.site[2], near.site[0], planes);
  SiteStates high = choose_states(y, near.site[3], near.site[1], planes);
  return choose_states(x, high, low, planes);
}

RULE SiteStates actors_of(Blocks blocks, Decisions decided, u32 dimensions, u32 planes) {
  return site_at(blocks, decided.actor[0], decided.actor[1], decided.actor[2], dimensions, planes);
}

RULE SiteStates partners_of(Blocks blocks, Decisions decided, u32 dimensions, u32 planes) {
  return site_at(blocks, decided.actor[0] ^ decided.across[0], decided.actor[1] ^ decided.across[1],
                 decided.actor[2] ^ decided.across[2], dimensions, planes);
}

// The blocks in which site s is the one that these bits, one for each axis, choose.
RULE bits is_site(u32 s, bits x, bits y, bits z, u32 dimensions) {
  bits at_place = (s & 1u ? x : ~x) & (s & 2u ? y : ~y);
  if (dimensions == 3) at_place &= s & 4u ? z : ~z;
  return at_place;
}

// One interaction in every block of `allowed`. `is_prey` marks the blocks whose partner is a prey of the
// actor.
RULE Blocks interacted(Blocks blocks, Decisions decided, SiteStates actors, SiteStates partners, bits is_prey,
                       bits allowed, u32 swaps, u32 takes_over, u32 dimensions, u32 planes) {
  bits alive = occupied(actors, planes) & allowed, vacant = ~occupied(partners, planes);
  bits moves = decided.move & alive;
  if (!swaps) moves &= vacant;
  bits births = decided.reproduce & alive & vacant;
  bits kills = decided.prey & is_prey & allowed;
  // Blocks in which the partner's site gets the actor's state.
  bits takes = moves | births | (takes_over ? kills : no_bits());
  Blocks after = blocks;
  bits px = decided.actor[0] ^ decided.across[0], py = decided.actor[1] ^ decided.across[1],
       pz = decided.actor[2] ^ decided.across[2];
  SiteStates there = choose_states(takes, actors, partners, planes);
  if (!takes_over) UNROLL for (u32 p = 0; p < planes; ++p) there.plane[p] &= ~kills;
  UNROLL for (u32 s = 0; s < (1u << dimensions); ++s) {
    bits leaves = is_site(s, decided.actor[0], decided.actor[1], decided.actor[2], dimensions) & moves;
    bits is_partner = is_site(s, px, py, pz, dimensions);
    after.site[s] = choose_states(leaves, partners, blocks.site[s], planes);
    after.site[s] = choose_states(is_partner, there, after.site[s], planes);
  }
  return after;
}

RULES_END
