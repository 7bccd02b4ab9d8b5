// The P systems that are measured.
#pragma once

#include "models/membrane/system.h"

namespace morula {

// The classical family of P systems for satisfiability. The formula has eight literals per clause and is
// drawn at random; there will be 2^variables membranes.
membrane::System satisfiability_system(unsigned variables, unsigned clauses);

// Equation (10) of Muniyandi and Maroosi (2020): each membrane has objects / 3 rules [a, b*2, c*3 --> a*2,
// b*4, c*6], and of every object a random number from 0 to 10. All membranes and rules have the same label.
membrane::System reacting_system(unsigned membranes, unsigned objects);
u32 reacting_count(u32 membrane, u32 object);  // the initial number

}  // namespace morula
