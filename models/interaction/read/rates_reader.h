// Reads how often individuals move, reproduce and prey: rates, their normalisation and their feedback.
#pragma once

#include "io/section.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

// Reads `preys`, `rates`, `normalise` and `feedback` of the section `interaction`, after its species. If
// rates are normalised, the length of a generation is noted in `spec`.
void read_rates(io::Section& section, InteractionSpec& interaction, Spec& spec);

}  // namespace morula
