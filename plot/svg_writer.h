// Elements of SVG as text. Coordinates are pixels from the upper left corner.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/image.h"

namespace morula::plot {

struct Point {
  double x = 0, y = 0;
};

enum class Anchor { Start, Middle, End };

struct TextStyle {
  double size = 12;
  Anchor anchor = Anchor::Start;
  bool bold = false;
  bool upwards = false;  // rotated by a quarter turn, to be read from below
};

constexpr io::Colour ink = {51, 51, 51}, pale_ink = {118, 118, 118}, grid_ink = {228, 228, 228};

std::string escaped(std::string_view text);
std::string hex(io::Colour colour);                        // "#ffcc00"
std::string coordinate(double value);                      // to hundredths, without trailing zeros
double width_of(std::string_view text, double size = 12);  // approximate; rather too wide than too narrow

// Collects elements, and wraps them in an SVG document.
class SvgWriter {
 public:
  void text(Point at, std::string_view content, const TextStyle& style = {}, io::Colour colour = ink);
  void line(Point from, Point to, io::Colour colour, double width = 1);
  void rectangle(Point corner, double width, double height, io::Colour colour, double opacity = 1);
  void circle(Point centre, double radius, io::Colour colour);
  void path(const std::string& commands, const std::string& attributes);
  void open_group(const std::string& attributes);
  void close_group();
  void raw(const std::string& element) { body_ += element; }

  std::string file(double width, double height, std::string_view title) const;

 private:
  std::string body_;
};

}  // namespace morula::plot
