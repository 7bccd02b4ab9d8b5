// The thresholds of a block as functions of the states of its actor and partner, written for kernels: see
// state_rates_kernels.h.
#pragma once

#include "gpu/source.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

// Are the operations few enough to be quicker than a byte per site?
bool rates_fit_expressions(const InteractionSpec& interaction);

void define_state_rates(gpu::Source& source, const InteractionSpec& interaction);

}  // namespace morula
