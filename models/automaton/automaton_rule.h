// The next state of a cell, in the dialect. In every automaton here (Life-like rules, Generations, excitable
// tissue, WireWorld) a cell advances through a cycle of states by itself, and can be excited by its
// neighbours.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

// The transitions out of one state. `row` is a row of the table of exciting sums: its bit s is set if active
// neighbours whose weights add up to s excite the cell. Row 0 is empty: nothing excites the cell.
typedef struct {
  u8 excited;    // the next state if the cell is excited
  u8 unexcited;  // the next state if it is not
  u8 flags;      // ACTIVE: neighbours count the cell; JUST_EXCITED: it was excited in the last step
  u8 row;
} Transition;

enum { ACTIVE = 1, JUST_EXCITED = 2 };

RULE u8 next_state(Transition transition, u32 is_excited) {
  return is_excited ? transition.excited : transition.unexcited;
}

RULE i32 distance_1(i32 difference) { return difference < 0 ? -difference : difference; }

// Is the cell at this offset (each part -1, 0 or 1) a neighbour, in a neighbourhood of this reach?
RULE i32 is_neighbour(i32 dx, i32 dy, i32 dz, i32 reach) {
  i32 distance = distance_1(dx) + distance_1(dy) + distance_1(dz);
  return distance > 0 && distance <= reach;
}

RULES_END
