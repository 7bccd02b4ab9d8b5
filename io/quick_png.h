// A PNG that is made in a moment, for pictures that are looked at once: a palette where there are few
// colours, and the quickest compression.
#pragma once

#include <string>

#include "io/image.h"

namespace morula::io {

std::string quick_png(const Image& image);

}  // namespace morula::io
