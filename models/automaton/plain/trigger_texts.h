// A part of the plain kernel, made as text for a neighbourhood and a rule: the sums over the active
// neighbours of 32 cells at once, with one word for each binary digit, and which of these cells are excited.
// See plain_kernels.h.
#pragma once

#include <string>
#include <vector>

#include "core/neighbourhood.h"
#include "gpu/source.h"
#include "models/automaton/rule/transitions.h"

namespace morula {

// The different sets of sums that excite cells. Rows of the tables with the same set share a trigger.
struct Triggers {
  explicit Triggers(const Transitions& transitions);

  std::vector<u8> of_row;  // the trigger of each row, counted from 1; 0 for row 0, which excites nothing
  std::vector<u8> rows;    // one row for each trigger
};

void define_triggers(gpu::Source& source, const Neighbourhood& neighbourhood, const Transitions& transitions);

}  // namespace morula
