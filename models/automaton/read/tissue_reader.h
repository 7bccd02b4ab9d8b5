// Reads excitable tissue: the section `automaton.tissue`.
#pragma once

#include "io/section.h"
#include "models/automaton/automaton_spec.h"
#include "models/input_folder.h"

namespace morula {

// Sets the tissue, its neighbourhood and transitions and, if all cells weigh the same and follow the same
// phases, the cycle.
void read_tissue(io::Section& automaton_section, const InputFolder& folder, AutomatonSpec& automaton,
                 Spec& spec);

}  // namespace morula
