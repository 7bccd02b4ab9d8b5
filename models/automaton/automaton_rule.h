// What a cell becomes, in the dialect. Every automaton here is a cycle of states through which a cell goes by
// itself, and a way to be excited by its neighbours: Life-like rules, Generations, excitable tissue,
// WireWorld.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

// What becomes of a cell in one state. `row` names the row of a table of bits: bit s says that active
// neighbours whose weights add up to s excite the cell. Row 0 is empty: nothing does.
typedef struct {
  u8 excited;  // the next state if the cell is excited
  u8 left;     // the next state if it is left alone
  u8 signs;    // ACTIVE: it counts among its neighbours' active ones; ONSET: it has just been excited
  u8 row;
} Transition;

enum { ACTIVE = 1, ONSET = 2 };

RULE u8 next_state(Transition transition, u32 is_excited) {
  return is_excited ? transition.excited : transition.left;
}

RULE i32 distance_1(i32 difference) { return difference < 0 ? -difference : difference; }

// Is the cell at this difference (each part -1, 0 or 1) a neighbour, in a neighbourhood of this reach?
RULE i32 is_neighbour(i32 dx, i32 dy, i32 dz, i32 reach) {
  i32 away = distance_1(dx) + distance_1(dy) + distance_1(dz);
  return away > 0 && away <= reach;
}

RULES_END
