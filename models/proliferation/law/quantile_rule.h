// A time drawn by one look-up, in the dialect. The kernel loads the entry between the two functions:
//
//   u32 at = quantile_entry(word);
//   u32 ticks = quantile_ticks(word, table[2 * at], table[2 * at + 1]);
//
// A word u is the probability u / 2^32. Its distance v from the nearer end is cut as floating-point numbers
// are: 25 octaves from [2^6, 2^7) to [2^30, 2^31) and what is below them, each in 32 equal segments.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

#define QUANTILE_HALF 832u      // entries of one half of probability: 26 · 32
#define QUANTILE_ENTRIES 1664u  // each is two words: base and slope

// All ones in the upper half of probability, where times fall as the distance from the end grows.
RULE u32 quantile_upper(u32 word) { return 0u - (word >> 31); }

// How far the distance is shifted to leave an octave's leading bit and the number of its segment.
RULE u32 quantile_shift(u32 distance) {
  u32 zeros = leading_zeros(distance);
  return zeros < 25u ? 26u - zeros : 1u;
}

// From the end to the middle in the first half, and so again in the second.
RULE u32 quantile_entry(u32 word) {
  u32 upper = quantile_upper(word), distance = word ^ upper;
  u32 shift = quantile_shift(distance);
  return (distance >> shift) + ((shift - 1u) << 5) + (upper & QUANTILE_HALF);
}

// `base` is the time at the segment's earlier end, `slope` what the later end adds.
RULE u32 quantile_ticks(u32 word, u32 base, u32 slope) {
  u32 upper = quantile_upper(word), distance = word ^ upper;
  u32 fraction = (distance << (32u - quantile_shift(distance))) ^ upper;
  return base + high_product(slope, fraction);
}

RULES_END
