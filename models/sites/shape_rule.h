// Which cells belong to a shape, in the dialect.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

RULE u64 square_apart(u64 a, u64 b) { return a > b ? (a - b) * (a - b) : (b - a) * (b - a); }

RULE u32 is_in_ball(u64 x, u64 y, u64 z, u64 centre_x, u64 centre_y, u64 centre_z, u64 radius) {
  return square_apart(x, centre_x) + square_apart(y, centre_y) + square_apart(z, centre_z) <= radius * radius;
}

RULES_END
