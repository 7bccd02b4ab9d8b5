// Colours that people with any kind of colour vision tell apart.
#pragma once

#include <string>
#include <vector>

#include "io/image.h"

namespace morula::io {

std::vector<std::string> palette_names();

// A colour for each of `values` values. Sequential palettes (viridis, cividis, grey) are sampled evenly from
// end to end; okabe-ito has a light background, then eight colours in turn.
std::vector<Colour> palette(const std::string& name, unsigned values);

}  // namespace morula::io
