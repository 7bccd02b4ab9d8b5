// Which blocks act in a refined phase, in the dialect: see README.md, "The order". A comb has 32 blocks of a
// row, every second or every fourth one of those in as many words of 32. Bit l of the words drawn for it
// belongs to its lane l: lanes 0, s, 2 s, … are blocks of the first word, lanes 1, 1 + s, … those of the next
// one, s being the spacing.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

typedef struct {
  u32 row;    // of its stack; it may lie beyond the last one, and then none acts
  u32 first;  // its first block, less than the spacing
} Comb;

RULE Comb acting_comb(u32 drawn, u32 refine, u32 spacing) {
  u32 chosen = uniform_below(drawn, refine);
  Comb comb = {chosen / spacing, chosen % spacing};
  return comb;
}

// Counted from the first block of the words.
RULE u32 block_of_lane(u32 lane, u32 first, u32 spacing) {
  return lane % spacing * 32 + lane / spacing * spacing + first;
}

// The blocks of a comb in one of the words, each at its lane; and back.
RULE u32 every_tooth(u32 spacing) { return spacing == 4 ? 0x11111111u : 0x55555555u; }
RULE u32 lanes_of_word(u32 word, u32 which, u32 first, u32 spacing) {
  return ((word >> first) & every_tooth(spacing)) << which;
}
RULE u32 word_of_lanes(u32 lanes, u32 which, u32 first, u32 spacing) {
  return ((lanes >> which) & every_tooth(spacing)) << first;
}

RULES_END
