// Turns a rule that is written as formulas into tables, which faster engines compute, where that is possible.
#pragma once

#include "models/automaton/automaton_spec.h"

namespace morula {

// If the next state is a function of the state and of one count of neighbours, or in two dimensions and with
// two states of the 3 x 3 cells around a site, then the rule becomes tables (transitions, cycle, table) and
// the formulas are no longer evaluated. Otherwise nothing changes.
void make_tables(AutomatonSpec& automaton);

}  // namespace morula
