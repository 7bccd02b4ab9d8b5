// Randomness is addressed, never consumed: four random words are a function of a key (seed, purpose and
// replica: see stream.h) and of an address, which is either where, when and which, or a place in a tree. The
// literature calls this counter-based random numbers (Salmon 2011). No generator has a state, so nothing
// depends on the number of threads, the shape of a launch or the order of the work.
#pragma once
#include "core/dialect.h"
#include "core/philox.h"

RULES_BEGIN

// `where` and `when` hold 48 bits each, `which` 32. The reader of a model checks that its sites and steps
// fit.
RULE u32x4 draw(u32x2 key, u64 where, u64 when, u32 which) {
  u32x4 counter = {(u32)where, (u32)(where >> 32) | (u32)(when << 16), (u32)(when >> 16), which};
  return philox4x32_10(counter, key);
}

// The counter for a place in a tree: `cell` holds 40 bits, `node` 64, `which` 24.
RULE u32x4 place_in_tree(u64 cell, u64 node, u32 which) {
  u32x4 counter = {(u32)node, (u32)(node >> 32), (u32)cell, (u32)(cell >> 32) | (which << 8)};
  return counter;
}

RULE u32x4 draw_in_tree(u32x2 key, u64 cell, u64 node, u32 which) {
  return philox4x32_10(place_in_tree(cell, node, which), key);
}

RULES_END
