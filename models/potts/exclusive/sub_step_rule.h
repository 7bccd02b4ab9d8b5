// Where the order of `exclusive` lays its regions along one axis, in the dialect.
#pragma once
#include "core/dialect.h"

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

RULES_END
