// Where a cell lies, and which regions of a sub-step it may extend to, in the dialect. Regions that may share
// a cell have their turns one after the other. An extent never changes a result: if it is larger than the
// cell, a region only waits more often.
#pragma once
#include "core/dialect.h"
#include "models/potts/engine/image_rule.h"
#include "models/potts/order/region_rule.h"

RULES_BEGIN

// All sites of the cell are within `radius` of the centre along each axis, by the nearest image.
typedef struct {
  i32 x, y, z, radius;
} CellExtent;

// The sides of periodic axes; 0 for axes between walls.
typedef struct {
  i32 x, y, z;
} PeriodicSides;

RULE u32 size_of_difference(i32 difference) { return (u32)(difference < 0 ? -difference : difference); }

// The distance of a site from the centre, along the axis where it is farthest.
RULE i32 distance_from_centre(CellExtent extent, i32 x, i32 y, i32 z, PeriodicSides sides) {
  u32 along_x = size_of_difference(nearest_image(x - extent.x, sides.x)),
      along_y = size_of_difference(nearest_image(y - extent.y, sides.y)),
      along_z = size_of_difference(nearest_image(z - extent.z, sides.z));
  u32 farthest = along_x > along_y ? along_x : along_y;
  return (i32)(farthest > along_z ? farthest : along_z);
}

// Can a cell of this radius be attempted in two regions that are `gap` sites apart? Copies reach `range`
// sites beyond a region.
RULE u32 may_be_shared(i32 radius, i32 range, u32 gap) { return 2 * (u32)(radius + range) > gap; }

// How many regions before and behind its own one, along an axis, a cell may extend to.
typedef struct {
  u32 before, behind;
} RegionsBeside;

// `at` is the number of a site of the cell, or beside it, within the region's `count` sites, and `to_centre`
// the way from there to the cell's centre.
RULE RegionsBeside regions_beside(DividedAxis axis, u32 at, u32 count, i32 to_centre, i32 radius, i32 range) {
  RegionsBeside beside = {0, 0};
  if (axis.parts == 1) return beside;
  i32 gap = (i32)axis.width, first = (i32)at + to_centre - radius - range,
      last = (i32)at + to_centre + radius + range;
  if (first < -gap) beside.before = 1 + (u32)(-gap - 1 - first) / (2 * axis.width);
  if (last >= (i32)count + gap) beside.behind = 1 + (u32)(last - (i32)count - gap) / (2 * axis.width);
  if (beside.before >= axis.parts) beside.before = axis.parts - 1;
  if (beside.behind >= axis.parts) beside.behind = axis.parts - 1;
  return beside;
}

RULES_END
