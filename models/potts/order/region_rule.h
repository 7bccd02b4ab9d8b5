// How the parallel order divides the lattice into regions that take turns, in the dialect: README.md, "The
// order".
#pragma once
#include "core/dialect.h"

RULES_BEGIN

// One axis of the lattice, cut into intervals that are even and odd in turn.
typedef struct {
  u32 length;    // sites
  u32 pairs;     // of an even and an odd interval; 0 if the axis is not divided
  u32 width;     // of the narrowest interval that no wall cuts
  u32 parts;     // intervals of one parity, those beyond a wall included
  u32 periodic;  // 0 between walls
} DividedAxis;

// `count` sites from `begin` on; on a periodic axis they may continue at its other end.
typedef struct {
  u32 begin, count;
} SiteRange;

// Where an interval of a periodic axis begins, before it is shifted by the origin.
RULE u32 begin_of_interval(DividedAxis axis, u32 number) {
  u32 intervals = 2 * axis.pairs;
  if (axis.length % intervals == 0) return number * axis.width;
  if (axis.length < 0x10000u) return number * axis.length / intervals;
  return (u32)((u64)number * axis.length / intervals);
}

RULE SiteRange interval_of(DividedAxis axis, u32 part, u32 parity, u32 origin) {
  SiteRange range = {0, axis.length};
  if (axis.pairs == 0) return range;
  u32 number = 2 * part + parity;
  if (axis.periodic) {
    u32 begin = begin_of_interval(axis, number);
    range.count = begin_of_interval(axis, number + 1) - begin;
    range.begin = begin + origin >= axis.length ? begin + origin - axis.length : begin + origin;
    return range;
  }
  // The first interval begins `origin` sites before the lattice.
  u64 begin = (u64)number * axis.width, end = begin + axis.width, last = (u64)axis.length + origin;
  begin = begin < origin ? origin : begin > last ? last : begin;
  end = end < begin ? begin : end > last ? last : end;
  range.begin = (u32)(begin - origin);
  range.count = (u32)(end - begin);
  return range;
}

// Origins are drawn below this.
RULE u32 origins_of(DividedAxis axis) {
  if (axis.pairs == 0) return 1;
  return axis.periodic ? axis.length : 2 * axis.width;
}

// In turn `turn` of `turns`, a region of so many sites makes this many attempts. All turns together make one
// for each site; beside walls, where the size of a region changes from round to round, they do so on average.
RULE u32 attempts_in_turn(u64 sites, u32 turn, u32 turns) {
  if (sites * turns <= 0xFFFFFFFFu) return (u32)sites * (turn + 1) / turns - (u32)sites * turn / turns;
  return (u32)(sites * (turn + 1) / turns - sites * turn / turns);
}

// The order of the regions of a sub-step. `x`, `y` and `z` are the numbers of regions along the axes. Regions
// whose numbers along all axes are even come first, then those that are odd along x, along y, along x and y,
// and so on. Neighbours therefore seldom wait for each other in long chains.
typedef struct {
  u32 x, y, z;
} RegionGrid;

RULE u32 numbers_of_parity(u32 parts, u32 parity) { return (parts + 1 - parity) / 2; }

RULE u32 regions_of_parities(RegionGrid grid, u32 parities) {
  return numbers_of_parity(grid.x, parities & 1) * numbers_of_parity(grid.y, parities >> 1 & 1) *
         numbers_of_parity(grid.z, parities >> 2);
}

RULE u32 rank_of_region(RegionGrid grid, RegionGrid at) {
  u32 parities = (at.x & 1) | (at.y & 1) << 1 | (at.z & 1) << 2, rank = 0;
  for (u32 earlier = 0; earlier < parities; ++earlier) rank += regions_of_parities(grid, earlier);
  return rank +
         (at.z / 2 * numbers_of_parity(grid.y, at.y & 1) + at.y / 2) * numbers_of_parity(grid.x, at.x & 1) +
         at.x / 2;
}

RULE RegionGrid region_of_rank(RegionGrid grid, u32 rank) {
  u32 parities = 0;
  while (parities < 7 && rank >= regions_of_parities(grid, parities))
    rank -= regions_of_parities(grid, parities++);
  u32 x = parities & 1, y = parities >> 1 & 1, z = parities >> 2, across = numbers_of_parity(grid.x, x),
      down = numbers_of_parity(grid.y, y);
  RegionGrid at = {rank % across * 2 + x, rank / across % down * 2 + y, rank / across / down * 2 + z};
  return at;
}

// A kind of region has one bit for each divided axis, the parity of its intervals. `word` chooses the order
// of the kinds in a round; the result has four bits for each of them.
RULE u32 order_of_kinds(u32 word, u32 kinds) {
  u32 order = 0x76543210u;
  for (u32 open = kinds; open > 1; --open) {
    u32 last = 4 * (open - 1), chosen = 4 * high_product(word, open);
    u32 difference = (order >> last ^ order >> chosen) & 15u;
    order ^= difference << last ^ difference << chosen;
    word *= open;
  }
  return order;
}

// The kind that comes as number `place` of a round.
RULE u32 kind_in_round(u32 order, u32 place) { return order >> 4 * place & 15u; }

RULES_END
