// Initial values of fields and properties that are not finite, found before a run where that takes no time.
#pragma once

#include "io/section.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

// Looks at the first cell, and at the first and the last row of sites: a formula whose value depends on the
// place may still fail elsewhere when the run begins.
void check_initial_values(io::Section& root, const PottsSpec& spec, u64 seed);

}  // namespace morula::potts
