// Philox4x32-10: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

typedef struct {
  u32 x, y;
} u32x2;

typedef struct {
  u32 x, y, z, w;
} u32x4;

RULE u32x4 philox_round(u32x4 counter, u32x2 key) {
  u64 first = (u64)0xD2511F53u * counter.x;
  u64 second = (u64)0xCD9E8D57u * counter.z;
  u32x4 next = counter;
  next.x = (u32)(second >> 32) ^ counter.y ^ key.x;
  next.y = (u32)second;
  next.z = (u32)(first >> 32) ^ counter.w ^ key.y;
  next.w = (u32)first;
  return next;
}

RULE u32x2 philox_next_key(u32x2 key) {
  key.x += 0x9E3779B9u;  // the golden ratio
  key.y += 0xBB67AE85u;  // the square root of three minus one
  return key;
}

RULE u32x4 philox4x32_10(u32x4 counter, u32x2 key) {
  for (int round = 0; round < 10; ++round) {
    counter = philox_round(counter, key);
    key = philox_next_key(key);
  }
  return counter;
}

RULES_END
