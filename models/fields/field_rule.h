// A sub-step of a field at one site, and implicit steps along a line. Threads and devices share this text.
#pragma once
#include "core/dialect.h"
#include "core/dialect_f64.h"

RULES_BEGIN

// The sum of the differences between the neighbours and a site. Beyond a wall with a flux, the neighbour has
// the value of the site itself.
RULE f64 field_spread(f64 site, f64 west, f64 east, f64 north, f64 south, f64 below, f64 above) {
  return ((west - site) + (east - site)) + ((north - site) + (south - site)) +
         ((below - site) + (above - site));
}

// The flow in through walls in a sub-step.
RULE f64 field_inflow(f64 west, f64 east, f64 north, f64 south, f64 below, f64 above) {
  return ((west + east) + (north + south)) + (below + above);
}

// The value after a sub-step; `share` is diffusion times `length`, the length of the sub-step.
RULE f64 field_next(f64 site, f64 spread, f64 inflow, f64 source, f64 share, f64 decay, f64 length) {
  return site + ((share * spread + inflow) + length * (source - decay * site));
}

// The value with its source added, before the implicit steps along axes, which diffuse and decay it.
RULE f64 field_with_source(f64 site, f64 source, f64 length) { return site + length * source; }

// Elimination along a line from its beginning, followed by substitution back from its end.
RULE f64 line_forward(f64 value, f64 before, f64 share, f64 reciprocal) {
  return (value + share * before) * reciprocal;
}
RULE f64 line_back(f64 value, f64 behind, f64 factor) { return value + factor * behind; }
// Factor of the correction that is subtracted from a periodic line (Sherman and Morrison).
RULE f64 line_correction(f64 first, f64 last, f64 corner, f64 scale) {
  return (first + corner * last) * scale;
}

RULE u32 is_finite_f64(f64 value) { return ((bits_of_f64(value) >> 52) & 0x7FFu) != 0x7FFu; }

// The amount that is cut off a negative value, in units of 2^-32. It is too large if it is not below
// LARGEST_CUT.
#define LARGEST_CUT 2147483648.0
RULE u64 cut_units(f64 cut) { return (u64)floor_f64(cut * 4294967296.0 + 0.5); }

RULES_END
