// The life of a cell: what it comes to, and when an initial cell first divides. Times are ticks.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

#define NEVER 0xFFFFFFFFu  // later than any end

// Lives is the last: of the others only a number is kept. TooDeep: nodes are numbers of 64 bits.
enum Fate { Divides, Dies, Fades, TooDeep, Lives };
enum StartRule { StartsTogether, StartsAtAnOffset, StartsInsideItsCycle };

// Of a cell whose division comes in time; `deepest` is how many divisions its dye lasts.
RULE u32 fate_in_time(u32 generation, u32 deepest) {
  if (generation < deepest) return Divides;
  return generation == 63 ? TooDeep : Fades;
}

// `left` are the ticks from when the clocks of the cell start to the end of the run. What comes with the last
// tick still happens.
RULE u32 fate_of(u32 division, u32 death, u32 left, u32 generation, u32 deepest) {
  if (death <= left && death < division) return Dies;
  if (division > left) return Lives;
  return fate_in_time(generation, deepest);
}

// Ticks from time 0 to the first division of an initial cell. `part` is 32 bits of a number from 0 to 1.
RULE u32 first_division(u32 division, u32 offset_time, u32 part, u32 start) {
  if (start == StartsAtAnOffset) {
    u32 offset = high_product(offset_time, part);
    return division > NEVER - offset ? NEVER : division + offset;
  }
  if (start == StartsInsideItsCycle) return division - high_product(division, part);
  return division;
}

// A tree may be shared out among 2^turns ways by the first turns on the way down: bit `turns - k` of a way
// says which daughter of generation k lies on it.
RULE u32 is_on_way(u32 way, u32 turns, u32 generation, u32 daughter) {
  return generation > turns || ((way >> (turns - generation)) & 1u) == daughter;
}

// Several ways pass a cell before the last turn: the one that goes on to first daughters alone counts it.
RULE u32 is_counted_on(u32 way, u32 turns, u32 generation) {
  return generation >= turns || (way & ((1u << (turns - generation)) - 1u)) == 0;
}

RULES_END
