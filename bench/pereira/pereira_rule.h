// The model of Pereira (2017), its Código Fonte 4.1 and 4.2: three species on a torus, 0 for an empty site.
// Shared by the sequential loop and by every kernel.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

typedef struct {
  u32 actor, neighbour;
} PereiraPair;

// Actions are drawn from 0 ... 99. Those below the first bound are moves, below the second reproductions,
// below the third predations; the remaining ones do nothing.
typedef struct {
  u32 moves_below, reproduces_below, preys_below;
} PereiraActions;

// Individuals move only into empty sites. Every species preys on the one numbered after it, the last on the
// first.
RULE PereiraPair pereira_interact(PereiraPair pair, PereiraActions actions, u32 action) {
  u32 acts = pair.actor != 0, meets_empty = pair.neighbour == 0;
  PereiraPair after = pair;
  if (action < actions.moves_below) {
    if (acts && meets_empty) {
      after.neighbour = pair.actor;
      after.actor = 0;
    }
  } else if (action < actions.reproduces_below) {
    if (acts && meets_empty) after.neighbour = pair.actor;
  } else if (action < actions.preys_below) {
    if (acts && !meets_empty && (pair.actor + 1) % 3 == pair.neighbour % 3) after.neighbour = 0;
  }
  return after;
}

// The directions as the paper numbers them: right, below, above, left, below left, above right, below right,
// above left.
RULE u32 pereira_neighbour(u32 x, u32 y, u32 direction, u32 side) {
  u32 right = x + 1 == side ? 0 : x + 1, left = x == 0 ? side - 1 : x - 1;
  u32 below = y + 1 == side ? 0 : y + 1, above = y == 0 ? side - 1 : y - 1;
  u32 to_right = direction == 0 || direction == 5 || direction == 6;
  u32 to_left = direction == 3 || direction == 4 || direction == 7;
  u32 down = direction == 1 || direction == 4 || direction == 6;
  u32 up = direction == 2 || direction == 5 || direction == 7;
  return (down ? below : up ? above : y) * side + (to_right ? right : to_left ? left : x);
}

// The seed of a work-item in one cycle, from the three seeds of the cycle. The paper adds and multiplies in
// `int`, which wraps around, and sign-extends the sum.
RULE u64 pereira_seed(u32 item, u32 first, u32 second, u32 third) {
  return (u64)(i64)(i32)(item + first + item * second + item * third);
}

RULE u64 pereira_shifted(u64 seed) {
  seed ^= seed >> 12;
  seed ^= seed << 25;
  return seed ^ (seed >> 27);
}

// The multiplier is the paper's; xorshift64* itself has 2685821657736338717.
RULE u32 pereira_number(u64 shifted, u32 limit) { return (u32)(shifted * 2186578717367326853u % limit); }

RULES_END
