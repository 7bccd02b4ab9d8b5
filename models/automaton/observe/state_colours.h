// The colours that automata are known by.
#pragma once

#include <vector>

#include "io/image.h"
#include "models/automaton/automaton_spec.h"

namespace morula {

// One for each state; none where any palette will do.
//   WireWorld: as in Golly.
//   Generations: a live cell is the brightest, and fades as it dies.
//   Rules written as transitions: colours that are easily told apart, since states need not be in any order.
//   Tissue: the phase of the cycle, and within a phase how much of it has passed, the same in every region.
std::vector<io::Colour> colours_of(const AutomatonSpec& automaton);

// The states that a projection of a 3D lattice treats as transparent: in tissue, resting cells and scars,
// which would hide the waves.
std::vector<bool> transparent_states(const AutomatonSpec& automaton);

}  // namespace morula
