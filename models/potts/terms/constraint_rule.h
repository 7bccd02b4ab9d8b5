// Constraints: a cell whose number n (its volume, its surface) has the target N costs λ (n − N)².
#pragma once
#include "core/dialect.h"

RULES_BEGIN

// λ (n − N)² in fixed point without the constant λ N²: strength n² − linear n.
typedef struct {
  i64 strength, linear;
} Quadratic;

RULE i64 quadratic_energy(Quadratic term, i64 n) { return (term.strength * n - term.linear) * n; }

// Change of the energy when n becomes n + by.
RULE i64 quadratic_change(Quadratic term, i64 n, i64 by) {
  return (term.strength * (2 * n + by) - term.linear) * by;
}

RULES_END
