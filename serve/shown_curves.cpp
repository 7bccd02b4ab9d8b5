#include "serve/shown_curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "io/json.h"

namespace morula::serve {
namespace {

void leave_out(plot::Figure& figure, const std::vector<std::string>& hidden) {
  for (plot::Panel& panel : figure.panels)
    std::erase_if(panel.layers, [&](const plot::Layer& layer) {
      return std::visit(
          [&](const auto& drawn) {
            if constexpr (requires { drawn.name; })
              return std::ranges::find(hidden, drawn.name) != hidden.end();
            else
              return false;
          },
          layer);
    });
  std::erase_if(figure.panels, [](const plot::Panel& panel) { return panel.layers.empty(); });
}

// The panel with this title. A column that is always 0 in the first model may not have a panel yet.
plot::Panel& panel_titled(plot::Figure& figure, const plot::Axis& axis) {
  const auto found =
      std::ranges::find_if(figure.panels, [&](const auto& panel) { return panel.y.title == axis.title; });
  return found != figure.panels.end() ? *found : figure.panels.emplace_back(plot::Panel{axis, {}});
}

const plot::Line* line_named(const plot::Panel& panel, const std::string& name) {
  for (const plot::Layer& layer : panel.layers)
    if (const auto* line = std::get_if<plot::Line>(&layer); line && line->name == name) return line;
  return nullptr;
}

// Whether the last numbers of the first model are those of the second one; gaps count as equal.
bool are_equal(const plot::Numbers& first, const plot::Numbers& second) {
  if (second.size() > first.size()) return false;
  return std::equal(second.begin(), second.end(), first.end() - static_cast<std::ptrdiff_t>(second.size()),
                    [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); });
}

// A change as in docs/changes.md, in words: "membrane.choice random".
std::string text_of_change(const std::string& change) {
  const io::Json json = io::Json::parse(change);
  if (!json.contains("set")) return change;
  std::string text;
  for (const auto& [key, value] : json.at("set").members()) {
    const auto* const word = std::get_if<std::string>(&value.value());
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", key, word ? *word : value.dump());
  }
  return text;
}

}  // namespace

std::vector<std::string> names_of_lines(const plot::Figure& figure) {
  std::vector<std::string> names;
  for (const plot::Panel& panel : figure.panels)
    for (const plot::Layer& layer : panel.layers)
      if (const auto* line = std::get_if<plot::Line>(&layer); line && !line->name.empty())
        names.push_back(line->name);
  return names;
}

void show_as_asked(plot::Figure& figure, const Message& message) {
  leave_out(figure, message.hidden);
  figure.width = message.width;
  if (message.is_logarithmic)
    for (plot::Panel& panel : figure.panels) panel.y.logarithmic = true;
}

// All lines of a figure have the same x (report/curves.h): the lines of the second model begin with a gap.
void add_lines_beside(plot::Figure& figure, const plot::Figure& beside, const std::string& change) {
  plot::Numbers x;
  for (const plot::Panel& panel : figure.panels)
    for (const plot::Layer& layer : panel.layers)
      if (const auto* line = std::get_if<plot::Line>(&layer)) x = line->x;
  for (const plot::Panel& from : beside.panels)
    for (const plot::Layer& layer : from.layers) {
      const auto* second = std::get_if<plot::Line>(&layer);
      if (!second || second->y.size() > x.size()) continue;
      plot::Panel& panel = panel_titled(figure, from.y);
      plot::Line line = *second;
      if (const plot::Line* first = line_named(panel, line.name)) {
        if (are_equal(first->y, line.y)) continue;
        line.colour = first->colour;
      }
      line.name = (line.name.empty() ? from.y.title : line.name) + ", second run";
      line.dashed = true;
      line.y.insert(line.y.begin(), x.size() - line.y.size(), std::numeric_limits<double>::quiet_NaN());
      line.x = x;
      panel.layers.emplace_back(std::move(line));
    }
  figure.caption += fmt::format(
      "{}Dashed curves: the second run, with {}. Curves that are equal in both runs are drawn once.",
      figure.caption.empty() ? "" : " ", text_of_change(change));
}

}  // namespace morula::serve
