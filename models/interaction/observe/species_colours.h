// The colours of species: their own, or those that the field's papers use.
#pragma once

#include <vector>

#include "io/image.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

// One for each state; empty sites are white. A species has the colour that the model file gives it, else the
// one it is named after, else the next of red, blue, yellow, green, … that no other has.
std::vector<io::Colour> colours_of(const InteractionSpec& interaction);

}  // namespace morula
