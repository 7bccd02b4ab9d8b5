// The colours of species: their own, or those that the field's papers use.
#pragma once

#include <vector>

#include "io/image.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

// One for each state; empty sites are white.
std::vector<io::Colour> colours_of(const InteractionSpec& interaction);

}  // namespace morula
