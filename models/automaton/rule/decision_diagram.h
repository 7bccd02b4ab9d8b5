// A table of squares as a reduced ordered binary decision diagram with complemented edges. Each decision
// becomes one selection between words of cells, so that a rule with a small diagram is fast.
#pragma once

#include <vector>

#include "models/automaton/rule/square_table.h"

namespace morula {

// The number of an answer: 0 is no, 1 is yes, 2k is the result of the k-th decision (counted from 1), 2k + 1
// its opposite.
using Answer = unsigned;

struct Decision {
  unsigned cell;  // of the square
  Answer if_live, if_dead;
};

struct DecisionDiagram {
  std::vector<Decision> decisions;  // each comes after those that it uses
  Answer next;                      // the next state of the cell in the middle
};

DecisionDiagram diagram_of(const SquareTable& table);

}  // namespace morula
