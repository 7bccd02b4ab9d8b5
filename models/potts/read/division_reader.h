// Reads `divide: {when: …, axis: …, share: …, daughter: …}` of a type in potts.life.
#pragma once

#include "models/potts/read/type_life_reading.h"

namespace morula::potts {

// `targets` are the targets that the type sets.
Division read_division(io::Section& divide, const std::vector<GrowingTarget>& targets,
                       TypeLifeReading& reading);

}  // namespace morula::potts
