#include "plot/heat_map.h"

#include <algorithm>
#include <cmath>

#include "io/palette.h"

namespace morula::plot {
namespace {

constexpr unsigned shades = 64;
constexpr double bar_width = 14, gap = 6, overlap = 0.5;

Range range_of(const HeatMap& map) {
  Range range{INFINITY, -INFINITY};
  for (const double value : map.values)
    if (std::isfinite(value)) range = {std::min(range.low, value), std::max(range.high, value)};
  if (range.low > range.high) range = {0, 1};
  return widened({map.from.value_or(range.low), map.to.value_or(range.high)}, false);
}

unsigned shade_of(double value, const Range& range) {
  const double part = (value - range.low) / (range.high - range.low);
  return std::min(shades - 1, static_cast<unsigned>(std::max(0.0, part) * shades));
}

std::vector<Tick> ticks_of(const HeatMap& map, double height) {
  const Range range = range_of(map);
  return linear_ticks(range.low, range.high, static_cast<unsigned>(std::max(2.0, height / 30)));
}

}  // namespace

// Adjacent cells of one shade are drawn as one rectangle, slightly larger than their place so that no white
// line shows between two rectangles.
void draw_cells(SvgWriter& svg, const HeatMap& map, const Scale& x, const Scale& y) {
  const std::vector<io::Colour> colours = io::palette(map.palette, shades);
  const Range range = range_of(map);
  const std::size_t columns = map.x_edges.size() - 1;
  svg.open_group("shape-rendering=\"crispEdges\"");
  for (std::size_t row = 0; row + 1 < map.y_edges.size(); ++row)
    for (std::size_t begin = 0, end = 0; begin < columns; begin = end) {
      const double value = map.values[row * columns + begin];
      const unsigned shade = shade_of(value, range);
      const auto is_alike = [&](double neighbour) {
        return std::isfinite(neighbour) == std::isfinite(value) && shade_of(neighbour, range) == shade;
      };
      for (end = begin + 1; end < columns && is_alike(map.values[row * columns + end]);) ++end;
      if (!std::isfinite(value)) continue;
      const double left = x(map.x_edges[begin]), right = x(map.x_edges[end]);
      const double top = y(map.y_edges[row + 1]), bottom = y(map.y_edges[row]);
      svg.rectangle({std::min(left, right), std::min(top, bottom)}, std::abs(right - left) + overlap,
                    std::abs(bottom - top) + overlap, colours[shade]);
    }
  svg.close_group();
}

double colour_bar_width(const HeatMap& map, double height) {
  double widest = 0;
  for (const Tick& tick : ticks_of(map, height)) widest = std::max(widest, width_of(tick.text, 11));
  return bar_width + gap + widest + gap + 16;
}

double draw_colour_bar(SvgWriter& svg, const HeatMap& map, Point corner, double height) {
  const std::vector<io::Colour> colours = io::palette(map.palette, shades);
  const Scale scale(range_of(map), false, corner.y + height, corner.y);
  svg.open_group("shape-rendering=\"crispEdges\"");
  for (unsigned shade = 0; shade < shades; ++shade)
    svg.rectangle({corner.x, corner.y + height * (shades - 1 - shade) / shades}, bar_width,
                  height / shades + overlap, colours[shade]);
  svg.close_group();
  for (const Tick& tick : ticks_of(map, height))
    svg.text({corner.x + bar_width + gap, scale(tick.value) + 4}, tick.text, {.size = 11});
  const double width = colour_bar_width(map, height);
  svg.text({corner.x + width - 2, corner.y + height / 2}, map.title,
           {.size = 12, .anchor = Anchor::Middle, .upwards = true});
  return width;
}

}  // namespace morula::plot
