#include "analysis/line_plot.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace morula {
namespace {

constexpr std::uint32_t width = 900, height = 400, margin = 12;
constexpr io::Colour paper = {255, 255, 255}, ink = {90, 90, 90}, zero_line = {205, 205, 205};

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
};

Range range_of(const std::vector<Curve>& curves) {
  Range range;
  for (const Curve& curve : curves)
    for (const double value : curve.values) {
      range.low = std::min(range.low, value);
      range.high = std::max(range.high, value);
    }
  if (!(range.high > range.low)) return {range.low - 1, range.low + 1};
  return range;
}

std::uint32_t row_of(double value, const Range& range) {
  const double part = (range.high - value) / (range.high - range.low);
  return margin + 1 + static_cast<std::uint32_t>(std::lround(part * (height - 2 * margin - 3)));
}

void horizontal(io::Image& image, std::uint32_t row, io::Colour colour) {
  for (std::uint32_t x = margin; x < width - margin; ++x) image.at(x, row) = colour;
}

void vertical(io::Image& image, std::uint32_t x, std::uint32_t from, std::uint32_t to, io::Colour colour) {
  for (std::uint32_t y = std::min(from, to); y <= std::max(from, to); ++y) image.at(x, y) = colour;
}

// Each column of pixels shows the whole span of the points it stands for: no peak falls between two.
void draw(io::Image& image, const Curve& curve, const Range& range) {
  constexpr std::uint32_t columns = width - 2 * margin - 2;
  const std::size_t last = curve.values.size() - 1;
  for (std::uint32_t column = 0; column < columns; ++column) {
    const std::size_t begin = last * column / columns, end = (last * (column + 1) + columns - 1) / columns;
    const auto [least, most] =
        std::minmax_element(curve.values.begin() + static_cast<std::ptrdiff_t>(begin),
                            curve.values.begin() + static_cast<std::ptrdiff_t>(end) + 1);
    vertical(image, margin + 1 + column, row_of(*most, range), row_of(*least, range), curve.colour);
  }
}

}  // namespace

io::Image line_plot(const std::vector<Curve>& curves) {
  io::Image image(width, height);
  std::fill(image.pixels.begin(), image.pixels.end(), paper);
  const Range range = range_of(curves);
  if (range.low < 0 && range.high > 0) horizontal(image, row_of(0, range), zero_line);
  for (const Curve& curve : curves) draw(image, curve, range);
  for (const std::uint32_t row : {margin, height - margin - 1}) horizontal(image, row, ink);
  for (const std::uint32_t x : {margin, width - margin - 1})
    vertical(image, x, margin, height - margin - 1, ink);
  return image;
}

}  // namespace morula
