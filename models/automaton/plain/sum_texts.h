// The sums over the active neighbours of 32 cells at once, as statements made for a neighbourhood. See
// plain_kernels.h.
#pragma once

#include <string>
#include <vector>

#include "core/neighbourhood.h"
#include "models/automaton/plain/sum_writer.h"

namespace morula {

struct NeighbourSums {
  Statements statements;
  std::vector<std::string> digits;  // one word for each binary digit of the sums
};

// A cell may be counted as its own neighbour if no active cell can be excited: the sum of an active cell is
// then never used.
NeighbourSums sum_neighbours(const Neighbourhood& neighbourhood, bool may_count_itself);

}  // namespace morula
