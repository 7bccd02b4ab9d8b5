// The bounds of the values that conditions of potts.life use, and a check for divisions that these bounds
// rule out.
#pragma once

#include "models/potts/read/type_life_reading.h"

namespace morula::potts {

// The bounds of the values that conditions can use: the volume of a cell that can divide, its surface, age
// and targets, and the types, which are constants.
KnownBounds life_bounds(const io::Value& life, const PottsSpec& spec);

// A condition that can never be true is an error. If only the present parameters or targets of the volume
// rule it out, that is noted. `has_target` says whether the type has a target in potts.life.
void check_division(io::Section& divide, TypeLifeReading& reading, bool has_target);

// Notes that the condition at this key can never be true, and what follows from that.
void note_if_never_true(const io::Section& rules, const std::string& key, const std::string& consequence,
                        TypeLifeReading& reading);

// Cells that shrink so slowly that they never vanish are an error. If they take very long to vanish, that is
// noted.
void check_shrinking(io::Section& die, double shrink, TypeLifeReading& reading);

}  // namespace morula::potts
