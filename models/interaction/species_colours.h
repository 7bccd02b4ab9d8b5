// The colours that species are shown in.
#pragma once

#include <vector>

#include "io/image.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

// One for each state, white for empty sites. A species has the colour that the model file gives it, else the
// one it is named after, else the next that no other has: red, blue, yellow, green, as in the papers, …
std::vector<io::Colour> colours_of(const InteractionSpec& interaction);

}  // namespace morula
