// Turns a rule that is written as formulas into tables for faster engines, if possible.
#pragma once

#include "models/automaton/automaton_spec.h"

namespace morula {

// A rule becomes tables (transitions, cycle, table), and its formulas are no longer evaluated, if its next
// state is a function of the state and of one count of neighbours. In two dimensions and with two states, it
// may be any function of the 3 x 3 cells around a site. Other rules do not change.
void make_tables(AutomatonSpec& automaton);

}  // namespace morula
