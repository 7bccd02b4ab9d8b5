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

// Regions are taken in blocks of 32. Returns a bit for each region of a block: 1 if the region makes an
// attempt in this sub-step, which it does with probability 1 / 2^halvings, independently of the others. Each
// halving combines the bits with one random word. The first four halvings take the four words of one draw;
// for each further one a block takes one word, and four blocks share a draw.
RULE u32 attempting_regions(u32x2 key, u32 block, u64 when, u32 halvings) {
  u32 attempting = 0xFFFFFFFFu;
  if (halvings > 0) {
    u32x4 words = draw(key, block, when, 1);
    attempting &= words.x;
    if (halvings > 1) attempting &= words.y;
    if (halvings > 2) attempting &= words.z;
    if (halvings > 3) attempting &= words.w;
  }
  for (u32 halving = 4; halving < halvings; ++halving) {
    u32x4 shared = draw(key, block / 4, when, halving - 2);
    u32 quarter = block % 4;
    attempting &= quarter < 2 ? (quarter == 0 ? shared.x : shared.y) : (quarter == 2 ? shared.z : shared.w);
  }
  return attempting;
}

RULES_END
