// Reads a rule that is written as transitions with formulas: the keys states, parameters, define and
// transitions.
#pragma once

#include "io/section.h"
#include "models/automaton/automaton_spec.h"

namespace morula {

// `section` is `automaton`; the neighbourhood must have been read before.
void read_transitions(io::Section& section, AutomatonSpec& automaton);

}  // namespace morula
