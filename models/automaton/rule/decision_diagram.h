// A table of squares as a diagram of decisions (a reduced ordered binary decision diagram with complemented
// edges): as few selections as whole words of cells need for it.
#pragma once

#include <vector>

#include "models/automaton/rule/square_table.h"

namespace morula {

// Answers are numbered: 0 is no and 1 is yes; 2 k and 2 k + 1 are the k-th decision, k from 1, and its
// opposite.
using Answer = unsigned;

struct Decision {
  unsigned cell;  // of the square
  Answer if_live, if_dead;
};

struct DecisionDiagram {
  std::vector<Decision> decisions;  // each after those that it needs
  Answer next;                      // the next state
};

DecisionDiagram diagram_of(const SquareTable& table);

}  // namespace morula
