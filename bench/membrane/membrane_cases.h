// The P systems that the figures are of.
#pragma once

#include "models/membrane/system.h"

namespace morula {

// The classical family for satisfiability, of a formula of eight literals a clause, drawn at random:
// 2^variables membranes.
membrane::System satisfiability_system(unsigned variables, unsigned clauses);

// Equation (10) of Muniyandi and Maroosi (2020): in each membrane objects / 3 rules [a, b*2, c*3 --> a*2,
// b*4, c*6], and of every object from 0 to 10, drawn. The membranes have one label: so have their rules.
membrane::System reacting_system(unsigned membranes, unsigned objects);
u32 reacting_count(u32 membrane, u32 object);  // how many there are at the beginning

}  // namespace morula
