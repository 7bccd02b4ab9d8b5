// Volume: a cell of v sites costs λ (v − V)², V being the target of its type.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

// λ (n − N)² in fixed point, but for the constant λ N²: strength n² − linear n.
typedef struct {
  i64 strength, linear;
} Quadratic;

RULE i64 quadratic_energy(Quadratic term, i64 n) { return (term.strength * n - term.linear) * n; }

// What the energy changes by when n becomes n + by.
RULE i64 quadratic_change(Quadratic term, i64 n, i64 by) {
  return (term.strength * (2 * n + by) - term.linear) * by;
}

// How much more that is for every 1 by which n is larger.
RULE i64 quadratic_slope(Quadratic term, i64 by) { return 2 * term.strength * by; }

// A cell gains the site (by = 1) or loses it (by = -1).
RULE i64 volume_change(Quadratic term, i32 volume, i32 by) { return quadratic_change(term, volume, by); }

RULES_END
