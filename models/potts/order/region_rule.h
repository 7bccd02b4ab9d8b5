// Where the parallel order lays its regions along one axis, and which of them make an attempt, in the
// dialect.
#pragma once
#include "core/dialect.h"
#include "core/draw.h"

RULES_BEGIN

// The coordinate of site number `within` of region number `region`; -1 where it lies beyond a wall.
RULE i32 site_in_region(u32 region, u32 within, u32 origin, u32 stride, u32 side, u32 periodic) {
  u32 at = region * stride + within;
  if (periodic) {
    at += origin;
    return (i32)(at >= side ? at - side : at);
  }
  return at < origin || at - origin >= side ? -1 : (i32)(at - origin);
}

// How the regions are divided among the attempts of a sub-step: each attempt chooses one of `thinning`
// regions. Those of a block of `width` attempts form a table with a row of `width` regions for each choice.
// In each row the attempts are shifted by `shift` columns against the row before, so that the regions of an
// attempt usually lie far from each other.
typedef struct {
  u32 thinning, width, shift;
} AttemptBlocks;

// The region of an attempt that has drawn `choice`, a number below the thinning. `block` is attempt / width
// and `column` is attempt % width. In the last block the result may lie beyond the last region; then the
// attempt is not made.
RULE u32 region_of_attempt(u32 block, u32 column, u32 choice, AttemptBlocks blocks) {
  return (block * blocks.thinning + choice) * blocks.width + (column + choice * blocks.shift) % blocks.width;
}

RULES_END
