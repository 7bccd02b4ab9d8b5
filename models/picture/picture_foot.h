// The strip below a picture: a bar of known length, and the numbers that the colours stand for. Nothing is
// written on the picture itself.
#pragma once

#include "models/picture/colouring.h"

namespace morula {

// Do pictures of this view have a strip? The answer does not depend on the state, since all frames of a run
// must have the same size.
bool has_foot(const FramesSpec& frames, const View& view);

// The picture with the strip below it. `sites_of_pixel` is the width of a pixel in sites.
io::Image with_foot(const io::Image& picture, const FramesSpec& frames, const View& view,
                    const std::vector<io::Colour>& colours, const std::optional<LevelLimits>& limits,
                    double sites_of_pixel);

// The picture with a line of text below it.
io::Image with_caption(const io::Image& picture, const std::string& caption);

// The length of a scale bar: the largest of 1, 2 or 5 times a power of ten that is at most `longest`.
double round_length(double longest);

}  // namespace morula
