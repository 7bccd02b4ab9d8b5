// The automaton of the comparison: a cell of a toric cube, its state of 4 bytes, and its 26 neighbours.
// Shared by the sequential loop and by every kernel.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

// B5/S4,5: bit n of a mask stands for n live neighbours.
RULE u32 caux_next_state(u32 state, u32 live_neighbours) {
  u32 born_on = 1u << 5, survives_on = 1u << 4 | 1u << 5;
  return ((state != 0 ? survives_on : born_on) >> live_neighbours) & 1u;
}

// Wraps a coordinate beyond the cube to the other side. Blocks may overhang the cube by more than one cell;
// the cells loaded there are never used, but must exist.
RULE u32 caux_wrapped(i32 at, u32 side) { return at < 0 ? side - 1u : (u32)at >= side ? 0u : (u32)at; }

RULE u32 caux_row_major(u32 x, u32 y, u32 z, u32 side) { return (z * side + y) * side + x; }

RULES_END
