// Draws a time by one look-up, in the dialect. The kernel loads the entry between the two functions:
//
//   u32 at = quantile_entry(word);
//   u32 ticks = quantile_ticks(word, table[2 * at], table[2 * at + 1]);
//
// A word u stands for the probability u / 2^32. Its distance v from the nearer end is divided like
// floating-point numbers: into 25 octaves from [2^6, 2^7) to [2^30, 2^31) and the range below them, each of
// which has 32 equal segments.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

#define QUANTILE_HALF 832u      // entries for one half of probability: 26 * 32
#define QUANTILE_ENTRIES 1664u  // each is two words: base and slope

// All ones in the upper half of probability, where times fall as the distance from the end grows.
RULE u32 quantile_upper(u32 word) { return 0u - (word >> 31); }

// The shift of the distance that leaves the leading bit of its octave and the number of its segment.
RULE u32 quantile_shift(u32 distance) {
  u32 zeros = leading_zeros(distance);
  return zeros < 25u ? 26u - zeros : 1u;
}

// Entries go from the end to the middle in the lower half of probability, and again in the upper half.
RULE u32 quantile_entry(u32 word) {
  u32 upper = quantile_upper(word), distance = word ^ upper;
  u32 shift = quantile_shift(distance);
  return (distance >> shift) + ((shift - 1u) << 5) + (upper & QUANTILE_HALF);
}

// `base` is the time at the earlier end of the segment, `slope` the difference of the times at its ends.
RULE u32 quantile_ticks(u32 word, u32 base, u32 slope) {
  u32 upper = quantile_upper(word), distance = word ^ upper;
  u32 fraction = (distance << (32u - quantile_shift(distance))) ^ upper;
  return base + high_product(slope, fraction);
}

RULES_END
