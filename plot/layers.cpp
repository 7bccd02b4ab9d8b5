#include "plot/layers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plot/colours.h"
#include "plot/heat_map.h"
#include "plot/thin.h"

namespace morula::plot {
namespace {

class Extent {
 public:
  explicit Extent(bool logarithmic) : logarithmic_(logarithmic) {}
  void take(const Numbers& numbers) {
    for (const double number : numbers) {
      if (!std::isfinite(number) || (logarithmic_ && !(number > 0))) continue;
      if (!range_) range_ = Range{number, number};
      range_ = Range{std::min(range_->low, number), std::max(range_->high, number)};
    }
  }
  const std::optional<Range>& range() const { return range_; }

 private:
  bool logarithmic_;
  std::optional<Range> range_;
};

void measure(const Line& line, Extent& x, Extent& y) {
  x.take(line.x);
  y.take(line.y);
}
void measure(const Steps& steps, Extent& x, Extent& y) {
  x.take(steps.edges);
  y.take(steps.heights);
  y.take({0});
}
void measure(const Band& band, Extent& x, Extent& y) {
  x.take(band.x);
  y.take(band.low);
  y.take(band.high);
}
void measure(const Points& points, Extent& x, Extent& y) {
  x.take(points.x);
  for (const Numbers* numbers : {&points.y, &points.low, &points.high}) y.take(*numbers);
}
void measure(const HeatMap& map, Extent& x, Extent& y) {
  x.take(map.x_edges);
  y.take(map.y_edges);
}

std::string place(double x, double y) { return coordinate(x) + ' ' + coordinate(y); }

std::string stroke(io::Colour colour, double width) {
  return fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"",
                     hex(as_line(colour)), coordinate(width));
}

std::size_t columns_of(const Scale& x) { return static_cast<std::size_t>(std::abs(x.to() - x.from())); }

void draw_layer(SvgWriter& svg, const Line& line, const Scale& x, const Scale& y) {
  const Curve curve = thinned(line.x, line.y, columns_of(x));
  const auto is_shown = [&](std::size_t i) {
    return i < curve.x.size() && x.shows(curve.x[i]) && y.shows(curve.y[i]);
  };
  std::string commands;
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    if (!is_shown(i)) continue;
    const bool begins = i == 0 || !is_shown(i - 1), ends = !is_shown(i + 1);
    const double across = x(curve.x[i]), down = y(curve.y[i]);
    if (begins && ends)  // a single point between two gaps would be invisible
      commands += "M" + place(across - 1.5, down) + "h3";
    else
      commands += (begins ? "M" : "L") + place(across, down);
  }
  svg.path(commands, stroke(line.colour, 1.6) + (line.dashed ? " stroke-dasharray=\"6 4\"" : ""));
}

// Bins narrower than a pixel are merged; the merged bin has the height of the highest.
Steps widened_bins(const Steps& steps, const Scale& x) {
  Steps wide = steps;
  wide.edges = {steps.edges.front()};
  wide.heights.clear();
  for (std::size_t i = 0; i < steps.heights.size(); ++i) {
    const bool goes_on =
        !wide.heights.empty() && x(steps.edges[i]) - x(wide.edges[wide.edges.size() - 2]) < 1;
    if (goes_on) {
      wide.edges.back() = steps.edges[i + 1];
      wide.heights.back() = std::max(wide.heights.back(), steps.heights[i]);
    } else {
      wide.edges.push_back(steps.edges[i + 1]);
      wide.heights.push_back(steps.heights[i]);
    }
  }
  return wide;
}

void draw_layer(SvgWriter& svg, const Steps& narrow_steps, const Scale& x, const Scale& y) {
  const Steps steps = widened_bins(narrow_steps, x);
  const double base = y(y.logarithmic() ? y.range().low : 0);
  std::string commands = "M" + place(x(steps.edges.front()), base);
  for (std::size_t i = 0; i < steps.heights.size(); ++i) {
    const double height = y.shows(steps.heights[i]) ? y(steps.heights[i]) : base;
    commands += "L" + place(x(steps.edges[i]), height) + "L" + place(x(steps.edges[i + 1]), height);
  }
  commands += "L" + place(x(steps.edges.back()), base);
  svg.path(commands, steps.filled
                         ? fmt::format("fill=\"{}\" fill-opacity=\"0.35\" stroke=\"none\"", hex(steps.colour))
                         : stroke(steps.colour, 1.6));
}

void draw_layer(SvgWriter& svg, const Band& band, const Scale& x, const Scale& y) {
  const Curve low = thinned(band.x, band.low, columns_of(x)),
              high = thinned(band.x, band.high, columns_of(x));
  std::string commands;
  const auto add = [&](double at_x, double at_y) {
    if (x.shows(at_x) && std::isfinite(at_y))
      commands += (commands.empty() ? "M" : "L") + place(x(at_x), y(at_y));
  };
  for (std::size_t i = 0; i < high.x.size(); ++i) add(high.x[i], high.y[i]);
  for (std::size_t i = low.x.size(); i-- > 0;) add(low.x[i], low.y[i]);
  svg.path(commands + "Z", fmt::format("fill=\"{}\" fill-opacity=\"0.22\"", hex(band.colour)));
}

void draw_layer(SvgWriter& svg, const Points& points, const Scale& x, const Scale& y) {
  const io::Colour colour = as_line(points.colour);
  for (std::size_t i = 0; i < points.x.size(); ++i) {
    if (!x.shows(points.x[i]) || !y.shows(points.y[i])) continue;
    const double across = x(points.x[i]);
    if (i < points.low.size() && i < points.high.size()) {
      const double low = y(points.low[i]), high = y(points.high[i]);
      svg.line({across, low}, {across, high}, colour, 1.2);
      for (const double end : {low, high}) svg.line({across - 3, end}, {across + 3, end}, colour, 1.2);
    }
    svg.circle({across, y(points.y[i])}, 3, colour);
  }
}

void draw_layer(SvgWriter& svg, const HeatMap& map, const Scale& x, const Scale& y) {
  draw_cells(svg, map, x, y);
}

}  // namespace

Bounds bounds_of(const std::vector<Layer>& layers, bool log_x, bool log_y) {
  Extent x(log_x), y(log_y);
  for (const Layer& layer : layers) std::visit([&](const auto& drawn) { measure(drawn, x, y); }, layer);
  return {x.range(), y.range()};
}

void draw(SvgWriter& svg, const Layer& layer, const Scale& x, const Scale& y) {
  std::visit([&](const auto& drawn) { draw_layer(svg, drawn, x, y); }, layer);
}

}  // namespace morula::plot
