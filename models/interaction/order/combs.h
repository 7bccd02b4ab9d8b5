// Which blocks act in a refined phase, in the dialect: see README.md, "The order". A comb has 32 blocks of a
// row: every second or every fourth block of two or four words of 32. Bit l of the words drawn for a comb
// belongs to its lane l. With spacing s, lanes 0, s, 2 s, ... are blocks of the first word, and lanes 1, 1 +
// s, ... are blocks of the second.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

typedef struct {
  u32 row;    // row in its stack; a row beyond the last one means that no comb acts
  u32 first;  // first block of the comb, less than the spacing
} Comb;

RULE Comb acting_comb(u32 drawn, u32 refine, u32 spacing) {
  u32 chosen = uniform_below(drawn, refine);
  Comb comb = {chosen / spacing, chosen % spacing};
  return comb;
}

// Number of the block, counted from the first block of the words.
RULE u32 block_of_lane(u32 lane, u32 first, u32 spacing) {
  return lane % spacing * 32 + lane / spacing * spacing + first;
}

// Moves the blocks of a comb in one of its words to their lanes; word_of_lanes() moves them back.
RULE u32 every_tooth(u32 spacing) { return spacing == 4 ? 0x11111111u : 0x55555555u; }
RULE u32 lanes_of_word(u32 word, u32 which, u32 first, u32 spacing) {
  return ((word >> first) & every_tooth(spacing)) << which;
}
RULE u32 word_of_lanes(u32 lanes, u32 which, u32 first, u32 spacing) {
  return ((lanes >> which) & every_tooth(spacing)) << first;
}

RULES_END
