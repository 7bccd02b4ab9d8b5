// The rule of persistence for copies is in engine/copy_attempt.h and, on devices, in
// engine/process_source.cpp. It reads the drift of the cell that gains the site, a vector in fixed point that
// processes have set.
#pragma once
#include "core/dialect_f64.h"

RULES_BEGIN

// One component of λ times the direction.
RULE i32 drift_along(i64 strength, f64 direction) { return (i32)floor_f64((f64)strength * direction + 0.5); }

RULES_END
