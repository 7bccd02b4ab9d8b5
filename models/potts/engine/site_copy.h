// A copy attempt as terms see it, and the types of their answers.
#pragma once
#include "core/dialect.h"

RULES_BEGIN

typedef struct {
  u32 before, after;  // words of the site
  u32 direction;      // index of the copied neighbour among those that may be copied
  u32 time;           // the Monte Carlo step, counted from 1; set only if a term reads steps of gain
} SiteCopy;

// The changes that a copy makes in a number of its two cells.
typedef struct {
  i32 losing, gaining;
} NumberChanges;

RULES_END
