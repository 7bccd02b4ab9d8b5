// A PNG that is made in a moment, for pictures that are looked at once: a palette where there are few
// colours, and the quickest compression.
#pragma once

#include <string>

#include "io/few_colours.h"
#include "io/image.h"

namespace morula::io {

std::string quick_png(const Image& image);
std::string quick_png(std::uint32_t width, std::uint32_t height, const FewColours& picture);

}  // namespace morula::io
