// Distances on a lattice that may be periodic.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

// The shortest signed distance along an axis, for a difference `away` of coordinates; `side` is 0 for an axis
// between walls.
RULE i32 nearest_image(i32 away, i32 side) {
  if (2 * away > side && side > 0) return away - side;
  return 2 * away < -side && side > 0 ? away + side : away;
}

RULES_END
