// Lines and letters on a picture, with smooth edges.
#pragma once

#include <string_view>
#include <vector>

#include "io/image.h"

namespace morula {

struct PicturePoint {
  double x, y;  // pixels, from the upper left corner
};

// Strokes are collected and then painted at once, so that they are not darker where they cross. Uses only + −
// × ÷ √, which every processor rounds alike.
class Canvas {
 public:
  Canvas(std::uint32_t width, std::uint32_t height) : width_(width), height_(height) {}

  void line(PicturePoint from, PicturePoint to, double thickness);
  // `from` is the left end of the base line; capitals are `height` pixels tall.
  void text(PicturePoint from, std::string_view text, double height);
  // Paints the strokes on a picture of the same size, with opacity `part`, and clears them.
  void paint(io::Image& image, io::Colour colour, double part);

 private:
  void cover(std::int64_t x, std::int64_t y, double part);

  std::uint32_t width_, height_;
  std::vector<double> coverage_;      // of each pixel; empty before the first stroke
  std::vector<std::size_t> touched_;  // pixels with some coverage
};

io::Colour ink_on(io::Colour background);  // light or dark, to be visible on the background
double text_width(std::string_view text, double height);
// The first letter in the text that has no strokes; empty if all have.
std::string_view undrawable(std::string_view text);

}  // namespace morula
