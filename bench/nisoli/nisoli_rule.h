// A cell as the paper's arrays store it, and the state it gets (section 2.3.2 of the paper). Shared by the
// kernels and by the host, which drops the cells that are to be removed.
#pragma once
#include "models/proliferation/proliferation_rule.h"

RULES_BEGIN

enum NisoliState { Alive, Inactive, Remove };

typedef struct {
  u64 node;
  u64 fluorescence;  // the bits of a double
  u32 cell;          // the initial one that it comes from
  u32 remaining;     // ticks from its birth to the end
  u32 division;      // ticks from its birth to its own division
  u16 type, state;
} NisoliCell;

typedef struct {
  NisoliCell first, second;
} NisoliPair;

// Subtracts one from the exponent. For positive normal numbers this is exact, and their bits compare as the
// numbers do, so that kernels need no floating point.
RULE u64 nisoli_halved(u64 fluorescence) { return fluorescence - ((u64)1 << 52); }

// The state of a cell's daughters, or Inactive if the cell does not divide in time.
RULE u32 nisoli_state(NisoliCell cell, u64 minimum) {
  if (cell.division > cell.remaining) return Inactive;
  return nisoli_halved(cell.fluorescence) <= minimum ? Remove : Alive;
}

RULE NisoliPair nisoli_daughters(NisoliCell cell, u32 first_division, u32 second_division) {
  NisoliPair pair = {cell, cell};
  pair.first.node = 2 * cell.node;
  pair.second.node = 2 * cell.node + 1;
  pair.first.fluorescence = pair.second.fluorescence = nisoli_halved(cell.fluorescence);
  pair.first.remaining = pair.second.remaining = cell.remaining - cell.division;
  pair.first.division = first_division;
  pair.second.division = second_division;
  return pair;
}

// The pair of a cell that does not divide: the cell itself, and a removed one.
RULE NisoliPair nisoli_no_daughters(NisoliCell cell, u32 state) {
  NisoliPair pair = {cell, cell};
  pair.first.state = (u16)state;
  pair.second.state = Remove;
  return pair;
}

RULES_END
