#include "plot/svg.h"

#include <algorithm>
#include <sstream>

#include "plot/layers.h"
#include "plot/legend.h"
#include "plot/panel.h"

namespace morula::plot {
namespace {

constexpr double title_height = 34, x_axis_height = 50, caption_height = 22, between_panels = 22;

// A panel is high enough for its legend, so that every curve has a name.
double height_of(const Panel& panel, const Figure& figure) {
  const std::size_t panels = figure.panels.size();
  const double usual = figure.panel_height > 0 ? figure.panel_height
                       : panels <= 1           ? 320
                       : panels == 2           ? 200
                                               : 140;
  return std::max(usual, legend_height(entries_of(panel.layers)));
}

bool has_points(const Figure& figure) {
  for (const Panel& panel : figure.panels)
    for (const Layer& layer : panel.layers)
      if (std::holds_alternative<Points>(layer)) return true;
  return false;
}

// If the first and last points were at the edges of the frame, half of each would lie outside.
Range with_room_for_points(Range range, bool logarithmic) {
  if (logarithmic) return {range.low / 1.2, range.high * 1.2};
  const double room = (range.high - range.low) * 0.025;
  return {range.low - room, range.high + room};
}

// The range of the x axis, which all panels share.
Range x_range_of(const Figure& figure) {
  std::optional<Range> joint;
  for (const Panel& panel : figure.panels)
    if (const auto range = bounds_of(panel.layers, figure.x.logarithmic, panel.y.logarithmic).x)
      joint = joint ? Range{std::min(joint->low, range->low), std::max(joint->high, range->high)} : *range;
  if (joint && has_points(figure))
    joint = with_room_for_points(widened(*joint, figure.x.logarithmic), figure.x.logarithmic);
  return shown_range(figure.x, joint.value_or(Range{}), false);
}

bool is_map(const Panel& panel) {
  return std::ranges::any_of(panel.layers,
                             [](const Layer& layer) { return std::holds_alternative<HeatMap>(layer); });
}

Range y_range_of(const Figure& figure, const Panel& panel) {
  const auto bounds = bounds_of(panel.layers, figure.x.logarithmic, panel.y.logarithmic);
  return shown_range(panel.y, bounds.y.value_or(Range{}), !is_map(panel));
}

constexpr double caption_size = 11, caption_line = 15;

// Divides a text into lines of at most this width.
std::vector<std::string> wrapped(const std::string& text, double width, double size) {
  std::vector<std::string> lines;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.empty() && width_of(lines.back() + ' ' + word, size) <= width)
      lines.back() += ' ' + word;
    else
      lines.push_back(word);
  }
  return lines;
}

}  // namespace

std::string svg(const Figure& figure) {
  double left = 40, right = 18;
  for (const Panel& panel : figure.panels) {
    const double height = height_of(panel, figure);
    const Scale y(y_range_of(figure, panel), panel.y.logarithmic, height, 0);
    left = std::max(left, room_on_the_left(panel, y));
    right = std::max(right, room_on_the_right(panel, height));
  }
  const double width = std::max(120.0, figure.width - left - right);
  const Scale x(x_range_of(figure), figure.x.logarithmic, left, left + width);
  SvgWriter writer;
  double top = 16;
  if (!figure.title.empty()) {
    writer.text({left, 24}, figure.title, {.size = 14, .bold = true});
    top = title_height + 6;
  }
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    const Panel& panel = figure.panels[i];
    const double height = height_of(panel, figure);
    const PanelPlace place{left, top, width, height};
    const Scale y(y_range_of(figure, panel), panel.y.logarithmic, top + height, top);
    draw_panel(writer, panel, figure.x, place, x, y);
    if (i + 1 == figure.panels.size()) draw_x_axis(writer, figure.x, place, x);
    top += height + (i + 1 == figure.panels.size() ? x_axis_height : between_panels);
  }
  if (!figure.caption.empty()) {
    const auto lines = wrapped(figure.caption, width + right - 10, caption_size);
    for (std::size_t i = 0; i < lines.size(); ++i)
      writer.text({left, top + 12 + caption_line * static_cast<double>(i)}, lines[i], {.size = caption_size},
                  pale_ink);
    top += caption_height + caption_line * static_cast<double>(lines.size() - 1);
  }
  return writer.file(left + width + right, top + 4, figure.title);
}

}  // namespace morula::plot
