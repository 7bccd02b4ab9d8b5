// The rules of cycle_rule.h on bit planes, in the dialect. A word of type `bits` holds one binary digit of as
// many cells as it has bits. Neighbours are counted by bit-sliced full adders, and states and counts are
// compared digit by digit. A count includes the cell itself, because that is cheaper.
#pragma once
#include "core/dialect.h"
#include "models/automaton/rule/cycle_rule.h"

RULES_BEGIN

typedef struct {
  bits ones, twos;
} Digits2;  // 0 … 3

typedef struct {
  bits ones, twos, fours, eights;
} Digits4;  // 0 … 15

typedef struct {
  bits ones, twos, fours, eights, sixteens;
} Digits5;  // 0 … 31

// States of a word of cells; plane[0] is the lowest digit. The number of planes is an argument of every
// function, and a constant in every call.
typedef struct {
  bits plane[8];
} States;

// This form lets a processor with a bitwise selection use a single instruction.
RULE bits select_bits(bits which, bits chosen, bits other) { return other ^ (which & (chosen ^ other)); }

RULE Digits2 add_cells(bits a, bits b, bits c) {
  Digits2 sum = {parity(a, b, c), majority(a, b, c)};
  return sum;
}

// The number of active cells in a 3 x 3 square, from the sums of its three rows.
RULE Digits4 add_rows(Digits2 above, Digits2 middle, Digits2 below) {
  Digits2 low = add_cells(above.ones, middle.ones, below.ones);
  Digits2 high = add_cells(above.twos, middle.twos, below.twos);
  bits carry = low.twos & high.ones;
  Digits4 sum = {low.ones, low.twos ^ high.ones, high.twos ^ carry, high.twos & carry};
  return sum;
}

// The number of active cells in a cross of five: a row of three, and the cells above and below its middle.
RULE Digits4 add_cross(bits above, Digits2 middle, bits below) {
  Digits2 low = add_cells(above, middle.ones, below);
  bits carry = low.twos & middle.twos;
  Digits4 sum = {low.ones, low.twos ^ middle.twos, carry, carry & ~carry};
  return sum;
}

// The sum over three planes.
RULE Digits5 add_planes(Digits4 a, Digits4 b, Digits4 c) {
  Digits2 ones = add_cells(a.ones, b.ones, c.ones);
  Digits2 twos = add_cells(a.twos, b.twos, c.twos);
  Digits2 fours = add_cells(a.fours, b.fours, c.fours);
  Digits2 eights = add_cells(a.eights, b.eights, c.eights);
  Digits2 second = {twos.ones ^ ones.twos, twos.ones & ones.twos};
  Digits2 third = add_cells(fours.ones, twos.twos, second.twos);
  Digits2 fourth = add_cells(eights.ones, fours.twos, third.twos);
  Digits5 sum = {ones.ones, second.ones, third.ones, fourth.ones, eights.twos ^ fourth.twos};
  return sum;
}

RULE Digits5 widen(Digits4 sum) {
  Digits5 wide = {sum.ones, sum.twos, sum.fours, sum.eights, sum.ones & ~sum.ones};
  return wide;
}

// B3/S23, with fewer operations than counting would take: the sum of nine is ones + 2 q, where q adds the
// twos of the rows and the carry of their ones.
RULE bits next_life(bits live, Digits2 above, Digits2 middle, Digits2 below) {
  Digits2 low = add_cells(above.ones, middle.ones, below.ones);
  Digits2 high = add_cells(above.twos, middle.twos, below.twos);
  bits odd = low.twos ^ high.ones;
  bits q_is_1 = odd & ~high.twos;
  bits q_is_2 = (low.twos ^ high.twos) & ~odd;
  return select_bits(low.ones, q_is_1, q_is_2 & live);
}

// One digit of a comparison that starts at the lowest digit: are the digits so far at least those of the
// bound?
RULE bits at_least_so_far(bits digit, u32 bound_digit, bits lower) {
  return bound_digit ? (digit & lower) : (digit | lower);
}

// The cells whose count is at least `bound`, which is below 32.
RULE bits counts_from(Digits5 sum, u32 bound) {
  bits reached = at_least_so_far(sum.ones, bound & 1u, sum.ones | ~sum.ones);
  reached = at_least_so_far(sum.twos, bound & 2u, reached);
  reached = at_least_so_far(sum.fours, bound & 4u, reached);
  reached = at_least_so_far(sum.eights, bound & 8u, reached);
  return at_least_so_far(sum.sixteens, bound & 16u, reached);
}

// The cells whose count is a bit of `set`. The answer is inverted at each count at which a run of set bits
// begins or ends.
RULE bits counts_in(Digits5 sum, u32 set) {
  bits inside = (set & 1u) ? sum.ones | ~sum.ones : sum.ones & ~sum.ones;
  u32 turns = set ^ (set << 1);
  UNROLL for (u32 count = 1; count < 32u; ++count) if ((turns >> count) & 1u) inside ^=
      counts_from(sum, count);
  return inside;
}

// The cells whose state is at least `bound`. If `bound` is one more than the planes can hold, there are none.
RULE bits states_from(States states, u32 planes, u32 bound) {
  bits reached = states.plane[0] | ~states.plane[0];
  if (bound >> planes) return ~reached;
  UNROLL for (u32 i = 0; i < planes; ++i) reached =
      at_least_so_far(states.plane[i], (bound >> i) & 1u, reached);
  return reached;
}

RULE bits states_between(States states, u32 planes, u32 from, u32 to) {
  if (from > to) return states.plane[0] & ~states.plane[0];
  return states_from(states, planes, from) & ~states_from(states, planes, to + 1u);
}

RULE bits active_cells(States states, u32 planes, CycleRule rule) {
  return planes == 1u && rule.active ? states.plane[0] : states_between(states, planes, 1u, rule.active);
}

// The cells that a trigger excites. The count of an active cell includes the cell itself.
RULE bits cells_triggered(States states, u32 planes, CycleRule rule, Trigger trigger, Digits5 sum) {
  u32 first_active = trigger.from > 1u ? trigger.from : 1u;
  u32 last_active = trigger.to < rule.active ? trigger.to : rule.active;
  bits listen = states_between(states, planes, trigger.from, trigger.to);
  bits active = states_between(states, planes, first_active, last_active);
  bits excited = listen & ~active & counts_in(sum, trigger.on);
  if (first_active <= last_active) excited |= active & counts_in(sum, trigger.on << 1);
  return excited;
}

// The states of the next step: `moving` cells advance by one, `returning` cells take the state `home`, and
// `excited` cells take state 1 in any case.
RULE States advance(States states, u32 planes, States home, bits moving, bits returning, bits excited) {
  UNROLL for (u32 i = 0; i < planes; ++i) {
    bits digit = states.plane[i] ^ moving;
    moving &= states.plane[i];
    digit = select_bits(returning, home.plane[i], digit);
    states.plane[i] = i ? digit & ~excited : digit | excited;
  }
  return states;
}

// The same state in every cell.
RULE States everywhere(u32 state, u32 planes, bits any) {
  States states;
  UNROLL for (u32 i = 0; i < planes; ++i) states.plane[i] = ((state >> i) & 1u) ? any | ~any : any & ~any;
  return states;
}

RULE States next_states(States states, u32 planes, CycleRule rule, bits excited) {
  States home = everywhere(rule.home, planes, excited);
  bits none = excited & ~excited;
  bits returning = rule.last_state ? states_between(states, planes, rule.last_state, rule.last_state) : none;
  bits moving = rule.last_state ? states_between(states, planes, 1u, rule.last_state - 1u) : none;
  return advance(states, planes, home, moving, returning, excited);
}

// The carry of `states` minus `bound` in each cell, from the lowest digit on; `carry` is the carry in.
RULE bits compare_states(States states, u32 planes, States bound, bits carry) {
  UNROLL for (u32 i = 0; i < planes; ++i) carry = majority(states.plane[i], carry, ~bound.plane[i]);
  return carry;
}

// The cells whose states lie between two bounds, both included, that are known only at run time.
RULE bits states_within(States states, u32 planes, States from, States to) {
  bits none = states.plane[0] & ~states.plane[0];
  return compare_states(states, planes, from, ~none) & ~compare_states(states, planes, to, none);
}

RULES_END
