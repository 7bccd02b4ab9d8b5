// How often individuals do what: rates, their feedback, and what a generation is.
#pragma once

#include "io/section.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

// `preys`, `rates`, `normalise` and `feedback` of the section `interaction`, whose species are read. What
// normalised rates make of a generation is noted in `spec`.
void read_rates(io::Section& section, InteractionSpec& interaction, Spec& spec);

}  // namespace morula
