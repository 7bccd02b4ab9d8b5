// Age: the Monte Carlo steps since a cell began.
#pragma once
#include "core/dialect.h"
#include "models/potts/processes/process.h"

RULES_BEGIN

typedef struct {
  u32 age;
} age_cell;

RULE age_cell age_step(age_cell cell, PARAMETERS parameters, STEP step) {
  cell.age += 1;
  return cell;
}

RULES_END
