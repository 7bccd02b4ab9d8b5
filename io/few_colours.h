// A picture in at most 256 colours.
#pragma once

#include <vector>

#include "io/image.h"

namespace morula::io {

struct FewColours {
  std::vector<Colour> colours;
  std::vector<std::uint8_t> pixels;  // index of each pixel's colour
};

// The picture's own colours if there are at most 256; otherwise the median cut (Heckbert 1982) of them.
FewColours few_colours(const Image& image);

}  // namespace morula::io
