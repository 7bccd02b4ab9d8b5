// Which blocks act in a refined phase, in the dialect: see README.md, "The order". Every second one of 64
// consecutive blocks of a row belongs to the same comb. Lane l of a comb is bit l of the words drawn for it:
// lanes 0, 2, … are blocks of the first 32, lanes 1, 3, … those of the other 32.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

#define COMB_SPAN 64  // blocks

typedef struct {
  u32 row;    // of its stack; with an odd `refine` it may lie beyond the last one, and then none acts
  u32 first;  // its first block, 0 or 1
} Comb;

RULE Comb acting_comb(u32 drawn, u32 refine) {
  u32 chosen = uniform_below(drawn, refine);
  Comb comb = {chosen >> 1, chosen & 1u};
  return comb;
}

// Counted from the first block that the combs of its column span.
RULE u32 block_of_lane(u32 lane, u32 first) { return (lane & 1u) * 32 + (lane & ~1u) + first; }

// The blocks of a comb out of two words of 32 blocks, and back.
RULE u32 comb_of_words(u32 one, u32 other, u32 first) {
  return ((one >> first) & 0x55555555u) | ((other >> first) & 0x55555555u) << 1;
}
RULE u32 word_of_comb(u32 comb, u32 which, u32 first) { return ((comb >> which) & 0x55555555u) << first; }

RULES_END
