// The bounds of what conditions of potts.life name, and divisions that these bounds rule out.
#pragma once

#include "models/potts/read/type_life_reading.h"

namespace morula::potts {

// The bounds of what conditions can name: the volume of a cell that can divide, its surface, age and targets,
// and the types, which are constants.
KnownBounds life_bounds(const io::Value& life, const PottsSpec& spec);

// A condition that nothing can fulfil is an error; one that the parameters, or the targets of the volume,
// rule out is noted. `has_target` says whether the type has a target in potts.life.
void check_division(io::Section& divide, TypeLifeReading& reading, bool has_target);

// Cells that shrink so slowly that they never vanish are an error; those that take very long are noted.
void check_shrinking(io::Section& die, double shrink, TypeLifeReading& reading);

}  // namespace morula::potts
