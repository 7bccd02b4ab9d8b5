// Place of a cell: the mean of its sites, relative to the first of them by the nearest image.
#pragma once
#include "core/dialect_f64.h"
#include "models/potts/engine/image_rule.h"

RULES_BEGIN

RULE f64 mean_place(i32 anchor, i32 sum, i32 volume, i32 side) {
  f64 at = (f64)anchor + (f64)sum / (f64)volume;
  if (side > 0 && at < 0.0) at += (f64)side;
  return side > 0 && at >= (f64)side ? at - (f64)side : at;
}

RULES_END
