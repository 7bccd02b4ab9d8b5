// Where a cell lies, and which regions of a sub-step it may extend to, in the dialect. Regions that may share
// a cell have their turns one after the other. An extent never changes a result: if it is larger than the
// cell, a region only waits more often.
#pragma once
#include "core/dialect.h"
#include "models/potts/order/region_rule.h"

RULES_BEGIN

// All sites of a cell along one axis are among those from `least` to `most`. On a periodic axis, coordinates
// continue beyond its ends: `least` may be negative, and `most` above the side.
typedef struct {
  i32 least, most;
} AxisExtent;

typedef struct {
  AxisExtent x, y, z;
} CellExtent;

// How far a site lies behind the least one; `side` is that of a periodic axis, and 0 between walls.
RULE i32 place_in_extent(AxisExtent extent, i32 at, i32 side) {
  i32 place = at - extent.least;
  if (side == 0) return place;
  place %= side;
  return place < 0 ? place + side : place;
}

RULE AxisExtent with_site(AxisExtent extent, i32 at, i32 side) {
  i32 length = extent.most - extent.least;
  if (at >= extent.least && at <= extent.most) return extent;  // needs no division
  i32 place = place_in_extent(extent, at, side);
  if (place >= 0 && place <= length) return extent;
  if (place < 0)
    extent.least = at;
  else if (side > 0 && side - place < place - length)
    extent.least -= side - place;
  else
    extent.most = extent.least + place;
  return extent;
}

// Can a cell be attempted in two regions that are `gap` sites apart? Copies reach `range` sites beyond a
// region.
RULE u32 may_be_shared(AxisExtent extent, i32 range, u32 gap) {
  return (u32)(extent.most - extent.least + 2 * range) > gap;
}

// How many regions before and behind its own one, along an axis, a cell may extend to.
typedef struct {
  u32 before, behind;
} RegionsBeside;

// `at` is a site of the cell, or one within the range beside it; it has number `within` among the `count`
// sites of the region.
RULE RegionsBeside regions_beside(DividedAxis axis, u32 within, u32 count, i32 at, AxisExtent extent,
                                  i32 range) {
  RegionsBeside beside = {0, 0};
  if (axis.parts == 1) return beside;
  i32 side = axis.periodic ? (i32)axis.length : 0, length = extent.most - extent.least,
      place = place_in_extent(extent, at, side), gap = (i32)axis.width;
  if (side > 0 && place > length + range) place -= side;
  i32 first = (i32)within - place - range, last = (i32)within - place + length + range;
  if (first < -gap) beside.before = 1 + (u32)(-gap - 1 - first) / (2 * axis.width);
  if (last >= (i32)count + gap) beside.behind = 1 + (u32)(last - (i32)count - gap) / (2 * axis.width);
  if (beside.before >= axis.parts) beside.before = axis.parts - 1;
  if (beside.behind >= axis.parts) beside.behind = axis.parts - 1;
  return beside;
}

// The number of the region that is `away` regions behind region `own`; `parts` if it lies beyond a wall.
RULE u32 part_beside(DividedAxis axis, u32 own, i32 away) {
  i32 part = (i32)own + away, parts = (i32)axis.parts;
  if (part >= 0 && part < parts) return (u32)part;
  if (!axis.periodic) return axis.parts;
  return (u32)(part < 0 ? part + parts : part - parts);
}

RULES_END
