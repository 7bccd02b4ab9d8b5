// Defines for the rates of a model, which kernels on bit planes need: see block_decisions_kernels.h.
#pragma once

#include "gpu/source.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

void define_rates(gpu::Source& source, const InteractionSpec& interaction);

}  // namespace morula
