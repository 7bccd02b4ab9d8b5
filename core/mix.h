// The state hash is the sum, modulo 2^64, of one term per site. The order of the sum does not matter, so any
// number of threads or a device can compute it in place.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

// The finalizer of SplitMix64 (Steele, Lea, Flood 2014).
RULE u64 mix64(u64 word) {
  word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
  word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
  return word ^ (word >> 31);
}

// `field` is the field's place in Model::fields(), `index` the canonical index of the site.
RULE u64 hash_term(u32 field, u64 index, u64 value) {
  return mix64(mix64(index + (u64)(field + 1) * 0x9E3779B97F4A7C15u) + value);
}

RULES_END
