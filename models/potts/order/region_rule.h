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

// How regions are shared out among the attempts of a sub-step: `thinning` regions for each attempt. A block
// of `width` attempts is a table of regions with a row of `width` of them for each choice. Each row is
// shifted by `shift` against the one before, so that the regions of an attempt lie far from each other.
typedef struct {
  u32 thinning, width, shift;
} Thinning;

// The region at which an attempt is made that has drawn `choice`, below the thinning. `block` and `column`
// are attempt / width and attempt % width.
RULE u32 region_of_attempt(u32 block, u32 column, u32 choice, Thinning blocks) {
  return (block * blocks.thinning + choice) * blocks.width + (column + choice * blocks.shift) % blocks.width;
}

RULES_END
