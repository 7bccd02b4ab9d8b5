// Targets that differ from cell to cell and that processes set.
#pragma once
#include "core/dialect_f64.h"

RULES_BEGIN

// The part of λ (n − N)² that is linear in n: 2 λ N in fixed point. Only this part is rounded; N keeps its
// full precision.
RULE i32 linear_of_target(i64 strength, f64 target) {
  return (i32)floor_f64(2.0 * (f64)strength * target + 0.5);
}

// False for NaN too.
RULE u32 is_target(f64 target, f64 most) { return target >= 0.0 && target <= most; }

RULES_END
