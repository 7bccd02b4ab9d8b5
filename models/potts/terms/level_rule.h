// Levels: whole numbers that are computed from a field at every site once a step, so that differences of
// energy are exact.
#pragma once
#include "core/dialect.h"
#include "core/dialect_f64.h"
#include "core/elementary_rule.h"

RULES_BEGIN

#define RESPONSE_LINEAR 0u
#define RESPONSE_SATURATING 1u
#define RESPONSE_LOGARITHMIC 2u

#define LARGEST_LEVEL 268435456.0

// Response of a cell to a value; `at_half` is the value at which a saturating response is one half.
RULE f64 response_to(f64 value, u32 response, f64 at_half) {
  if (response == RESPONSE_SATURATING) return value / (at_half + value);
  if (response == RESPONSE_LOGARITHMIC) return logarithm_rule(1.0 + value / at_half);
  return value;
}

RULE u32 is_level(f64 level) { return level > -LARGEST_LEVEL && level < LARGEST_LEVEL; }
RULE i32 whole_level(f64 level) { return (i32)floor_f64(level + 0.5); }

RULES_END
