// Life-like rules, in the dialect: which cells are neighbours, and what a cell becomes.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

// Counts of live neighbours, as bits: bit n of `born_on` says that a dead cell with n live neighbours is
// born.
typedef struct {
  u32 born_on, survives_on;
} LifeRule;

RULE i32 distance_1(i32 difference) { return difference < 0 ? -difference : difference; }

// Is the cell at this difference (each part -1, 0 or 1) a neighbour, in a neighbourhood of this reach?
RULE i32 is_neighbour(i32 dx, i32 dy, i32 dz, i32 reach) {
  i32 away = distance_1(dx) + distance_1(dy) + distance_1(dz);
  return away > 0 && away <= reach;
}

RULE u8 next_state(u8 state, u32 live_neighbours, LifeRule rule) {
  u32 live_on = state ? rule.survives_on : rule.born_on;
  return (u8)((live_on >> live_neighbours) & 1u);
}

RULES_END
