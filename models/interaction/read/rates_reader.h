// Reads how often individuals move, reproduce and prey: rates, their normalisation and their feedback.
#pragma once

#include "io/section.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

// `preys`, `rates`, `normalise` and `feedback` of the section `interaction`, after its species. How long a
// generation is with normalised rates is noted in `spec`.
void read_rates(io::Section& section, InteractionSpec& interaction, Spec& spec);

}  // namespace morula
