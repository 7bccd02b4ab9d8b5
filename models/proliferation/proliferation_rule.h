// The life of a cell: its fate, and the time at which an initial cell first divides. Times are in ticks.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

#define NEVER 0xFFFFFFFFu  // later than any end

// Fades: the daughters' dye would not be above the minimum. TooDeep: the number of a node would exceed 64
// bits. Lives comes last, because the other fates are only counted by their number.
enum Fate { Divides, Dies, Fades, TooDeep, Lives };
enum StartRule { StartsTogether, StartsAtAnOffset, StartsInsideItsCycle };

// The fate of a cell whose division comes before the end. Cells of a generation after `last_generation` have
// faded: their dye is not above the minimum.
RULE u32 fate_in_time(u32 generation, u32 last_generation) {
  if (generation < last_generation) return Divides;
  return generation == 63 ? TooDeep : Fades;
}

// All times are ticks from the birth of the cell, or from time 0 for an initial cell; `remaining` is the time
// to the end of the run. An event at exactly the end still happens. divide_without_branches() in
// lane_engine.cpp repeats this for cells that do not die: change both together.
RULE u32 fate_of(u32 division, u32 death, u32 remaining, u32 generation, u32 last_generation) {
  if (death <= remaining && death < division) return Dies;
  if (division > remaining) return Lives;
  return fate_in_time(generation, last_generation);
}

// Ticks from time 0 to the first division of an initial cell. `part` / 2^32 is uniform between 0 and 1.
RULE u32 first_division(u32 division, u32 offset_time, u32 part, u32 start) {
  if (start == StartsAtAnOffset) {
    u32 offset = high_product(offset_time, part);
    return division > NEVER - offset ? NEVER : division + offset;
  }
  if (start == StartsInsideItsCycle) return division - high_product(division, part);
  return division;
}

// A tree may be shared out among 2^split_depth paths. Bit `split_depth - k` of a path says which daughter of
// generation k lies on it.
RULE u32 is_on_path(u32 path, u32 split_depth, u32 generation, u32 daughter) {
  return generation > split_depth || ((path >> (split_depth - generation)) & 1u) == daughter;
}

// Several paths share a cell above the split depth. Only the path that continues with first daughters counts
// it.
RULE u32 is_counted_on_path(u32 path, u32 split_depth, u32 generation) {
  return generation >= split_depth || (path & ((1u << (split_depth - generation)) - 1u)) == 0;
}

RULES_END
