// The frame of a picture of logarithmically spaced bins, and the ticks below it.
#pragma once

#include <cstdint>

#include "io/image.h"
#include "models/proliferation/observe/score.h"

namespace morula {

struct PlotArea {
  std::uint32_t left = 0, top = 0, width = 1, height = 1;
  constexpr std::uint32_t right() const { return left + width; }
  constexpr std::uint32_t bottom() const { return top + height; }
};

void fill_area(io::Image& image, const PlotArea& area, io::Colour colour);  // what lies within the image

void draw_frame(io::Image& image, const PlotArea& area);

// The bins lie side by side from left to right. A tick at 1 to 9 times each power of ten, and figures at the
// powers.
void draw_log_axis(io::Image& image, const PlotArea& area, const ScoreBins& bins);

}  // namespace morula
