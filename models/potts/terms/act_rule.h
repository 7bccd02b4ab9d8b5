// Act: a cell extends where it has just extended. A site is active for some steps after its cell has gained
// it, and copies from active places into less active ones are favoured. Act is a drift: no state has such an
// energy.
#pragma once
#include "core/dialect.h"
#include "models/potts/engine/tissue_view.h"

RULES_BEGIN

// The words of the term: strength, maximum and kind of mean of each type; the distance of the neighbour in
// each direction; 2^(i/256) for i from 0 to 256; the logarithms of 0 (unused), 1, 2, … to base 2. The powers,
// the logarithms and the means are in units of 2^-20.
#define ACT_STRENGTH 0u
#define ACT_MAXIMUM 1u
#define ACT_ARITHMETIC 2u
#define ACT_OF_TYPE 3u
#define ACT_DISTANCES (ACT_OF_TYPE * TYPES)
#define ACT_POWERS (ACT_DISTANCES + DIRECTIONS)
#define ACT_LOGARITHMS (ACT_POWERS + 257u)

// The activity in step `time` of a site that its cell gained in step `gained`. Steps are counted from 1; if
// `gained` is 0, the site was never gained.
RULE i32 activity_of(i32 maximum, u32 gained, u32 time) {
  u32 since = time - gained;
  return gained == 0 || since >= (u32)maximum ? 0 : maximum - (i32)since;
}

RULE i64 act_power(TERM_WORDS powers, i32 exponent) {
  i32 fraction = exponent & 0xFFFFF, place = fraction >> 12;
  i64 low = powers[place], high = powers[place + 1];
  return (low + (((high - low) * (fraction & 0xFFF) + 0x800) >> 12)) << (exponent >> 20);
}

// The mean activity of a site and of its neighbours in the same cell.
RULE i64 act_mean(TISSUE tissue, TERM term, SITES at, u32 time) {
  TERM_WORDS type = WORDS_FROM(term, ACT_OF_TYPE * TYPE_OF(at[0]));
  TERM_WORDS logarithms = WORDS_FROM(term, ACT_LOGARITHMS);
  i32 maximum = type[ACT_MAXIMUM], arithmetic = type[ACT_ARITHMETIC], sum = 0, count = 1;
  i32 activity = maximum == 0 ? 0 : activity_of(maximum, GAINED(at), time);
  i32 goes_on = activity | arithmetic;  // the geometric mean of a site that is not active is 0
  sum = arithmetic ? activity : logarithms[activity];
  FOR_PLACES(act, place, {
    if (goes_on != 0 && place[0] == at[0]) {
      activity = activity_of(maximum, GAINED(place), time);
      goes_on = activity | arithmetic;
      sum += arithmetic ? activity : logarithms[activity];
      count += 1;
    }
  })
  if (goes_on == 0) return 0;
  if (arithmetic) return (((i64)sum << 20) + count / 2) / count;
  return act_power(WORDS_FROM(term, ACT_POWERS), (sum + count / 2) / count);
}

RULE i32 act_energy(TISSUE tissue, TERM term, SITES at, SiteCopy copy) {
  u32 crawling = TYPE_OF(CELL_OF(copy.after) != 0 ? copy.after : copy.before);
  TERM_WORDS type = WORDS_FROM(term, ACT_OF_TYPE * crawling);
  if (type[ACT_STRENGTH] == 0) return 0;
  SITES source = at + WORDS_FROM(term, ACT_DISTANCES)[copy.direction];
  i64 rise = 0;  // in a loop, since PoCL's compiler fails on two calls that it inlines
  for (u32 i = 0; i < 2; ++i) {
    i64 mean = act_mean(tissue, term, i == 0 ? at : source, copy.time);
    rise += i == 0 ? mean : -mean;
  }
  if (rise == 0) return 0;
  i64 whole = (i64)type[ACT_MAXIMUM] << 20, energy = rise * type[ACT_STRENGTH];
  return (i32)((energy + (energy < 0 ? -whole / 2 : whole / 2)) / whole);
}

RULES_END
