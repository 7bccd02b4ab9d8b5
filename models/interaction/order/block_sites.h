// Where the sites of a block lie in the parallel order, in the dialect. See block_order.h.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

// A kernel for short axes defines it as i32.
#ifndef COORDINATE
#define COORDINATE i64
#endif

// A number from 0 to `bound` - 1, from a random word.
RULE u32 uniform_below(u32 word, u32 bound) { return (u32)(((u64)word * bound) >> 32); }

// A coordinate that may lie beyond the ends of its axis, by less than the axis is long: it is wrapped around
// a periodic axis, and -1 beyond a wall.
RULE COORDINATE wrap_coordinate(COORDINATE at, COORDINATE length, u32 periodic) {
  if (at >= 0 && at < length) return at;
  if (!periodic) return -1;
  return at < 0 ? at + length : at - length;
}

// The coordinate of the site that is `step` sites from the first one of a block.
RULE COORDINATE coordinate_in_block(u64 block, u32 step, u32 offset, u32 block_side, COORDINATE length,
                                    u32 periodic) {
  return wrap_coordinate((COORDINATE)(block * block_side + step) - (COORDINATE)offset, length, periodic);
}

RULES_END
