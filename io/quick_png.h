// Fast PNG encoding, for pictures that are viewed once: with a palette if there are few colours, and with the
// fastest compression.
#pragma once

#include <string>

#include "io/few_colours.h"
#include "io/image.h"

namespace morula::io {

std::string quick_png(const Image& image);
std::string quick_png(std::uint32_t width, std::uint32_t height, const FewColours& picture);

}  // namespace morula::io
