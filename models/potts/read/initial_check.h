// Finds initial values of fields and properties that are not finite before a run, as far as this takes no
// time.
#pragma once

#include "io/section.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

// Checks the first cell, and the first and the last row of sites. A formula whose value depends on the place
// may still fail elsewhere when the run begins.
void check_initial_values(io::Section& root, const PottsSpec& spec, u64 seed);

}  // namespace morula::potts
