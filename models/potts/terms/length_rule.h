// Length: the length of the ellipse, in three dimensions the ellipsoid, that has the second moments of the
// cell. Moments are sums of whole numbers about an anchor of each cell; the length does not depend on the
// anchor.
#pragma once
#include "core/dialect.h"
#include "models/potts/engine/image_rule.h"
#include "models/potts/engine/tissue_view.h"

RULES_BEGIN

// The words of the term: the number of dimensions; then for each type the strength and the target. Targets
// are in units of 2^-12 of a site, as lengths are.
#define LENGTH_OF_TYPE 2u
#define LENGTH_UNIT 12u

// A site relative to the anchor of a cell.
typedef struct {
  i32 x, y, z;
} Away;

RULE Away away_from(Away site, Away anchor, Away sides) {
  Away away = {nearest_image(site.x - anchor.x, sides.x), nearest_image(site.y - anchor.y, sides.y),
               nearest_image(site.z - anchor.z, sides.z)};
  return away;
}

// Contribution of a site to moment `moment` of its cell: x, y, xx, xy, yy; or x, y, z, xx, xy, xz, yy, yz,
// zz.
RULE i32 moment_of(Away away, u32 moment, i32 dimensions) {
  if (moment == 0) return away.x;
  if (moment == 1) return away.y;
  if (dimensions == 2) return moment == 2 ? away.x * away.x : away.y * (moment == 3 ? away.x : away.y);
  if (moment == 2) return away.z;
  if (moment < 6) return away.x * (moment == 3 ? away.x : moment == 4 ? away.y : away.z);
  return moment == 6 ? away.y * away.y : away.z * (moment == 7 ? away.y : away.z);
}

// Whether a cell fits that extends from `least` to `most` relative to one of its sites. Returns an axis on
// which it does not fit, 3 if moments may exceed 32 bits before the next step ends, or FITS.
#define FITS 4u
#define MOST_MOMENT ((u64)1 << 29)
RULE u32 misfit_of(Away least, Away most, Away sides, u32 volume) {
  i32 x = most.x - least.x + 1, y = most.y - least.y + 1, z = most.z - least.z + 1;
  if (sides.x > 0 && 2 * x > sides.x) return 0;
  if (sides.y > 0 && 2 * y > sides.y) return 1;
  if (sides.z > 0 && 2 * z > sides.z) return 2;
  u64 width = (u64)(x > y ? x : y);
  if ((u64)z > width) width = (u64)z;
  return width > 16384 || width * width * volume > MOST_MOMENT ? 3 : FITS;
}

RULE u32 type_has_length(TERM term, u32 type) { return WORDS_FROM(term, 1 + LENGTH_OF_TYPE * type)[0] != 0; }

typedef struct {
  i64 volume, x, y, z, xx, xy, xz, yy, yz, zz;
} Moments;

// The moments of a cell, from its volume (the first of `numbers`) and the numbers from index `first` on.
RULE Moments moments_of(const i32* numbers, u32 first, i32 dimensions) {
  const i32* kept = numbers + first;
  Moments flat = {numbers[0], kept[0], kept[1], 0, kept[2], kept[3], 0, kept[4], 0, 0};
  if (dimensions == 2) return flat;
  Moments solid = {numbers[0], kept[0], kept[1], kept[2], kept[3],
                   kept[4],    kept[5], kept[6], kept[7], kept[8]};
  return solid;
}

RULE u64 whole_root(u64 number) {
  u64 root = 0, digit = (u64)1 << 62;
  while (digit > number) digit >>= 2;
  for (; digit != 0; digit >>= 2) {
    u64 trial = root + digit;
    root >>= 1;
    if (number >= trial) {
      number -= trial;
      root += digit;
    }
  }
  return root;
}

// How far numbers must be shifted so that they have at most this many bits.
RULE u32 shift_to(u64 largest, u32 most_bits) {
  u32 shift = 0;
  while (largest >> shift >> most_bits != 0) ++shift;
  return shift;
}

// Rounds towards zero, so that a mirror image has the same length.
RULE i64 shifted(i64 number, u32 shift) { return number < 0 ? -(-number >> shift) : number >> shift; }

// Twice the largest eigenvalue of {xx, xy; xy, yy}.
RULE u64 largest_doubled(i64 xx, i64 xy, i64 yy) {
  u32 shift = shift_to((u64)(xx > yy ? xx : yy), 30);
  i64 a = shifted(xx, shift), b = shifted(xy, shift), c = shifted(yy, shift);
  return ((u64)(a + c) + whole_root((u64)((a - c) * (a - c) + 4 * b * b))) << shift;
}

RULE i64 sum_of_sizes(i64 a, i64 b, i64 c) { return (a < 0 ? -a : a) + (b < 0 ? -b : b) + (c < 0 ? -c : c); }

RULE i64 larger(i64 a, i64 b) { return a > b ? a : b; }

// The largest root of the characteristic polynomial, by Newton's iteration from above. Each step is rounded
// down, and the iteration ends when a step would be 0.
RULE u64 largest_of_three(Moments m) {
  u32 shift = shift_to((u64)larger(m.xx, larger(m.yy, m.zz)), 19);
  i64 a = shifted(m.xx, shift), b = shifted(m.yy, shift), c = shifted(m.zz, shift), d = shifted(m.xy, shift),
      e = shifted(m.xz, shift), f = shifted(m.yz, shift);
  i64 trace = a + b + c, minors = a * b - d * d + a * c - e * e + b * c - f * f;
  i64 determinant = a * (b * c - f * f) - d * (d * c - f * e) + e * (d * f - b * e);
  i64 root = larger(sum_of_sizes(a, d, e), larger(sum_of_sizes(d, b, f), sum_of_sizes(e, f, c)));
  i64 step = root;
  for (u32 i = 0; i < 64 && step > 0; ++i) {
    i64 value = ((root - trace) * root + minors) * root - determinant;
    i64 slope = (3 * root - 2 * trace) * root + minors;
    step = value > 0 && slope > 0 ? value / slope : 0;
    root -= step;
  }
  return (u64)root << shift;
}

// Second moments about the centroid: covariances times the square of the volume.
RULE Moments central(Moments m) {
  Moments about = {m.volume,
                   0,
                   0,
                   0,
                   m.volume * m.xx - m.x * m.x,
                   m.volume * m.xy - m.x * m.y,
                   m.volume * m.xz - m.x * m.z,
                   m.volume * m.yy - m.y * m.y,
                   m.volume * m.yz - m.y * m.z,
                   m.volume * m.zz - m.z * m.z};
  return about;
}

// 4 √variance along the longest axis; in three dimensions √(20 variance).
RULE i64 length_of(Moments moments, i32 dimensions) {
  if (moments.volume <= 1) return 0;
  Moments about = central(moments);
  u64 largest = dimensions == 2 ? largest_doubled(about.xx, about.xy, about.yy) : largest_of_three(about);
  u64 volume = (u64)moments.volume, factor = dimensions == 2 ? 8 : 20;
  u64 once = (largest / volume << 24) + (largest % volume << 24) / volume;
  return (i64)whole_root(factor * (once / volume));
}

// λ (length − target)², rounded down.
RULE i64 energy_of_length(i64 strength, i64 target, i64 length) {
  i64 away = length - target, square = away * away;
  i64 whole = square >> 2 * LENGTH_UNIT, part = square & (((i64)1 << 2 * LENGTH_UNIT) - 1);
  return whole * strength + (part * strength >> 2 * LENGTH_UNIT);
}

// The change of energy of one of the two cells of a copy, which `gains` the site or loses it. `numbers` are
// all numbers of the cell; the moments begin at `first`.
RULE i64 length_joint(TISSUE tissue, TERM term, u32 type, const i32* numbers, u32 first, CHANGES changes,
                      u32 gains) {
  if (!type_has_length(term, type)) return 0;
  i32 dimensions = WORDS_FROM(term, 0)[0], after[10];
  u32 count = dimensions == 2 ? 5 : 9;
  after[0] = numbers[0] + (gains ? 1 : -1);
  for (u32 i = 0; i < 9; ++i) after[i + 1] = 0;
  for (u32 i = 0; i < count; ++i)
    after[i + 1] =
        numbers[first + i] + (gains ? changes[first - 1 + i].gaining : changes[first - 1 + i].losing);
  i64 strength = WORDS_FROM(term, 1 + LENGTH_OF_TYPE * type)[0],
      target = WORDS_FROM(term, 1 + LENGTH_OF_TYPE * type)[1];
  i64 energy = 0;  // in a loop, since PoCL's compiler fails on two calls that it inlines
  for (u32 i = 0; i < 2; ++i) {
    Moments moments = i == 0 ? moments_of(after, 1, dimensions) : moments_of(numbers, first, dimensions);
    i64 part = energy_of_length(strength, target, length_of(moments, dimensions));
    energy += i == 0 ? part : -part;
  }
  return energy;
}

RULES_END
