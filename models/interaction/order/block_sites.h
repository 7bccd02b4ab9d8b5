// Where the parallel order puts its blocks and actors, in the dialect. An axis is cut into parts: blocks of
// two sites, or every third site, an actor.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

// An offset below `offsets`, from a random word.
RULE u32 offset_from(u32 word, u32 offsets) { return (u32)(((u64)word * offsets) >> 32); }

// A coordinate that may lie beyond the ends of its axis, by less than its length; -1 beyond a wall.
RULE i64 site_inside(i64 at, i64 side, u32 periodic) {
  if (at >= 0 && at < side) return at;
  if (!periodic) return -1;
  return at < 0 ? at + side : at - side;
}

// The first site of a part, and the one `step` sites on.
RULE i64 site_in_part(u64 part, u32 step, u32 offset, u32 stride, i64 side, u32 periodic) {
  return site_inside((i64)(part * stride + step) - (i64)offset, side, periodic);
}

RULES_END
