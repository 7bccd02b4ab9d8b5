// What terms are told of a copy attempt, and what they may answer.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

typedef struct {
  u32 before, after;  // words of the site
  u32 direction;      // of the neighbour that is copied, among those that may be
  u32 time;           // the Monte Carlo step, counted from 1; only where a term reads when sites were gained
} SiteCopy;

// What a copy changes in a number of the two cells.
typedef struct {
  i32 losing, gaining;
} NumberChanges;

// The change of energy of a copy lies between these.
typedef struct {
  i64 least, most;
} EnergyBounds;

RULES_END
