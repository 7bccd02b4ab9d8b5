// Reads excitable tissue from the section `automaton.tissue`.
#pragma once

#include "io/section.h"
#include "models/automaton/automaton_spec.h"
#include "models/input_folder.h"

namespace morula {

// Sets the tissue, its neighbourhood and its transitions. If all neighbours weigh the same and all cells
// follow the same phases, it sets the cycle too.
void read_tissue(io::Section& automaton_section, const InputFolder& folder, AutomatonSpec& automaton,
                 Spec& spec);

}  // namespace morula
