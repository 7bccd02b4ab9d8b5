// Tells kernels on bit planes the rates of a model: what block_decisions_kernels.h asks for.
#pragma once

#include "gpu/source.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

void define_rates(gpu::Source& source, const InteractionSpec& interaction);

}  // namespace morula
