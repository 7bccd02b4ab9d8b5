// Targets that each cell has of its own, and processes set.
#pragma once
#include "core/dialect_f64.h"

RULES_BEGIN

// The part of λ (n − N)² that is linear in n: 2 λ N in fixed point. N keeps its own precision; this alone is
// rounded.
RULE i32 linear_of_target(i64 strength, f64 target) {
  return (i32)floor_f64(2.0 * (f64)strength * target + 0.5);
}

// Not of a number that is none, either.
RULE u32 is_target(f64 target, f64 most) { return target >= 0.0 && target <= most; }

RULES_END
