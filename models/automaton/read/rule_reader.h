// The rule of an automaton and its neighbourhood, as a model file says them.
#pragma once

#include "io/section.h"
#include "models/automaton/automaton_spec.h"
#include "models/input_folder.h"

namespace morula {

// Reads `rule` and `neighbourhood` of the section `automaton`, or `tissue` in the place of a rule. `found` is
// a rule found elsewhere (in the header of a pattern), for files that give none.
void read_rule(io::Section& section, const InputFolder& folder, const std::optional<std::string>& found,
               AutomatonSpec& automaton, Spec& spec);

}  // namespace morula
