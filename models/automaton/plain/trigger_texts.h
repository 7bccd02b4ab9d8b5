// What a device computes of a neighbourhood, as text for its compiler: sums over active neighbours of 32
// cells at once, a word for each binary digit, and which of the cells they excite. See plain_kernels.h.
#pragma once

#include <string>
#include <vector>

#include "gpu/source.h"
#include "models/automaton/rule/neighbourhood.h"
#include "models/automaton/rule/transitions.h"

namespace morula {

// Rows of the tables that hold the same sums are one trigger. The number of each row's, 0 for row 0, which
// excites nothing; and for each trigger a row that it stands for.
struct Triggers {
  explicit Triggers(const Transitions& transitions);

  std::vector<u8> of_row, rows;
};

void define_triggers(gpu::Source& source, const Neighbourhood& neighbourhood, const Transitions& transitions);

}  // namespace morula
