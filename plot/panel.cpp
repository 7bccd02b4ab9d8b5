#include "plot/panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plot/heat_map.h"
#include "plot/layers.h"
#include "plot/legend.h"

namespace morula::plot {
namespace {

constexpr double tick_length = 5, number_size = 11, title_size = 12.5;

const HeatMap* heat_map_of(const Panel& panel) {
  for (const Layer& layer : panel.layers)
    if (const auto* map = std::get_if<HeatMap>(&layer)) return map;
  return nullptr;
}

double widest_number(const std::vector<Tick>& ticks) {
  double widest = 0;
  for (const Tick& tick : ticks) widest = std::max(widest, width_of(tick.text, number_size));
  return widest;
}

std::vector<Tick> labels_of(const Axis& axis, const Scale& scale) {
  std::vector<Tick> ticks;
  for (const AxisLabel& label : axis.labels)
    if (label.at >= scale.range().low && label.at <= scale.range().high)
      ticks.push_back({label.at, label.text});
  return ticks;
}

void draw_grid(SvgWriter& svg, const Axis& x_axis, const Axis& y_axis, const PanelPlace& place,
               const Scale& x, const Scale& y) {
  for (const Tick& tick : ticks_across(x_axis, x))
    if (!tick.text.empty())
      svg.line({x(tick.value), place.top}, {x(tick.value), place.top + place.height}, grid_ink);
  for (const Tick& tick : ticks_down(y_axis, y))
    if (!tick.text.empty())
      svg.line({place.left, y(tick.value)}, {place.left + place.width, y(tick.value)}, grid_ink);
}

void draw_y_axis(SvgWriter& svg, const Axis& axis, const PanelPlace& place, const Scale& y) {
  for (const Tick& tick : ticks_down(axis, y)) {
    const double at = y(tick.value), length = tick.text.empty() ? tick_length * 0.6 : tick_length;
    svg.line({place.left - length, at}, {place.left, at}, ink);
    if (!tick.text.empty())
      svg.text({place.left - tick_length - 3, at + 4}, tick.text,
               {.size = number_size, .anchor = Anchor::End});
  }
  // A title longer than the height of its panel would reach into the next panel.
  const double fits = place.height / std::max(1.0, width_of(axis.title, 1));
  svg.text({16, place.top + place.height / 2}, axis.title,
           {.size = std::min(title_size, std::max(8.0, fits)), .anchor = Anchor::Middle, .upwards = true});
}

}  // namespace

std::vector<Tick> ticks_across(const Axis& axis, const Scale& x) {
  if (!axis.labels.empty()) return labels_of(axis, x);
  const double pixels = std::abs(x.to() - x.from());
  const Range& range = x.range();
  if (x.logarithmic()) return log_ticks(range.low, range.high, static_cast<unsigned>(pixels / 55));
  for (unsigned most = 9; most > 2; --most) {
    const std::vector<Tick> ticks = linear_ticks(range.low, range.high, most);
    if ((widest_number(ticks) + 14) * static_cast<double>(ticks.size()) < pixels) return ticks;
  }
  return linear_ticks(range.low, range.high, 2);
}

std::vector<Tick> ticks_down(const Axis& axis, const Scale& y) {
  if (!axis.labels.empty()) return labels_of(axis, y);
  const double pixels = std::abs(y.to() - y.from());
  const Range& range = y.range();
  const auto most = static_cast<unsigned>(std::clamp(pixels / 30, 2.0, 8.0));
  return y.logarithmic() ? log_ticks(range.low, range.high, most) : linear_ticks(range.low, range.high, most);
}

double room_on_the_left(const Panel& panel, const Scale& y) {
  const double title = panel.y.title.empty() ? 0 : 22;
  return 8 + title + widest_number(ticks_down(panel.y, y)) + tick_length + 3;
}

double room_on_the_right(const Panel& panel, double height) {
  if (const HeatMap* map = heat_map_of(panel)) return 14 + colour_bar_width(*map, height) + 10;
  const auto entries = entries_of(panel.layers);
  return entries.empty() ? 18 : 16 + legend_width(entries) + 10;
}

void draw_panel(SvgWriter& svg, const Panel& panel, const Axis& x_axis, const PanelPlace& place,
                const Scale& x, const Scale& y) {
  draw_grid(svg, x_axis, panel.y, place, x, y);
  // A nested <svg>, so that nothing is drawn outside the frame. A script can read from it which range of
  // numbers it shows.
  const std::string numbers =
      x.logarithmic() ? "" : fmt::format(" data-from=\"{}\" data-to=\"{}\"", x.range().low, x.range().high);
  svg.raw(
      fmt::format("<svg x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" viewBox=\"{0} {1} {2} {3}\"{4}>\n",
                  coordinate(place.left), coordinate(place.top), coordinate(place.width),
                  coordinate(place.height), numbers));
  for (const Layer& layer : panel.layers) draw(svg, layer, x, y);
  svg.raw("</svg>\n");
  const double right = place.left + place.width, bottom = place.top + place.height;
  svg.line({place.left, place.top}, {place.left, bottom}, ink);
  svg.line({place.left, bottom}, {right, bottom}, ink);
  draw_y_axis(svg, panel.y, place, y);
  if (const HeatMap* map = heat_map_of(panel))
    draw_colour_bar(svg, *map, {right + 14, place.top}, place.height);
  else
    draw_legend(svg, entries_of(panel.layers), {right + 16, place.top}, place.height);
}

void draw_x_axis(SvgWriter& svg, const Axis& axis, const PanelPlace& place, const Scale& x) {
  const double bottom = place.top + place.height;
  for (const Tick& tick : ticks_across(axis, x)) {
    const double at = x(tick.value), length = tick.text.empty() ? tick_length * 0.6 : tick_length;
    svg.line({at, bottom}, {at, bottom + length}, ink);
    if (!tick.text.empty())
      svg.text({at, bottom + 18}, tick.text, {.size = number_size, .anchor = Anchor::Middle});
  }
  svg.text({place.left + place.width / 2, bottom + 38}, axis.title,
           {.size = title_size, .anchor = Anchor::Middle});
}

}  // namespace morula::plot
