// A strip below a picture for what is said about it: a bar of known length, and the numbers that colours
// stand for. Nothing is written on the picture itself.
#pragma once

#include "models/picture/colouring.h"

namespace morula {

// Whether pictures of this view have one. It does not depend on the state: frames of a run are of one size.
bool has_foot(const FramesSpec& frames, const View& view);

// The picture with the strip below it. `sites_of_pixel` is the width of a pixel.
io::Image with_foot(const io::Image& picture, const FramesSpec& frames, const View& view,
                    const std::vector<io::Colour>& colours, const std::optional<LevelLimits>& limits,
                    double sites_of_pixel);

// The picture with a line of text below it.
io::Image with_caption(const io::Image& picture, const std::string& caption);

// The length of a bar that is at most `longest`: 1, 2 or 5 times a power of ten.
double round_length(double longest);

}  // namespace morula
