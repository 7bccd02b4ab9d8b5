// The usual colours of well-known automata.
#pragma once

#include <vector>

#include "io/image.h"
#include "models/automaton/automaton_spec.h"

namespace morula {

// One colour for each state; empty if any palette will do.
//
// WireWorld has Golly's colours. In Generations, a live cell is the brightest, and fades as it dies. Rules
// written as transitions have colours that are easy to distinguish, since their states need not be in any
// order. In tissue, the colour shows the phase of the cycle and how much of the phase has passed; it is the
// same in every region.
std::vector<io::Colour> colours_of(const AutomatonSpec& automaton);

// The states that a projection of a 3D lattice treats as transparent: in tissue, resting cells and scars,
// which would hide the waves.
std::vector<bool> transparent_states(const AutomatonSpec& automaton);

}  // namespace morula
