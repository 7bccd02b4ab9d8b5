// A rule as a cycle of states, in the dialect: the form that the bit-plane engines compute. All neighbours
// weigh the same: only the number of active ones matters.
//
//                 active  last_state  home  a cell in state       with a count of active neighbours in
//   B3/S23          1         1        0     0 (dead), 1 (live)    {3}, {2, 3}         becomes or stays 1
//   B2/S/C3         1         2        0     0                     {2}
//   WireWorld       1         3        3     3 (wire)              {1, 2}
//   tissue          a       a+r+q      0     0, a+r+1 … a+r+q      at least a threshold each
#pragma once
#include "core/dialect.h"

RULES_BEGIN

// Cells in states from … to become state 1 if the bit of `on` for their number of active neighbours is set.
typedef struct {
  u32 from, to, on;
} Trigger;

// States 1 … active are active. A cell that is not excited advances from states 1 … last_state - 1 to the
// next state, and from last_state to `home`; in state 0 and in states above last_state it stays.
typedef struct {
  u32 active, last_state, home;
  Trigger first, second;
} CycleRule;

RULE u32 is_triggered(Trigger trigger, u32 state, u32 active_neighbours) {
  return state >= trigger.from && state <= trigger.to && ((trigger.on >> active_neighbours) & 1u);
}

RULE u32 left_alone(CycleRule rule, u32 state) {
  if (state == 0u || state > rule.last_state) return state;
  return state == rule.last_state ? rule.home : state + 1u;
}

RULE u32 next_in_cycle(CycleRule rule, u32 state, u32 active_neighbours) {
  if (is_triggered(rule.first, state, active_neighbours)) return 1u;
  if (is_triggered(rule.second, state, active_neighbours)) return 1u;
  return left_alone(rule, state);
}

RULES_END
