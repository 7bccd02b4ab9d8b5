// The colours of species: those of the model file, or those usual in the papers of this field.
#pragma once

#include <vector>

#include "io/image.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

// A colour for each state; empty sites are white. A species has the colour that the model file gives it, or
// else the one it is named after, or else the next unused one of red, blue, yellow, green, ....
std::vector<io::Colour> colours_of(const InteractionSpec& interaction);

}  // namespace morula
