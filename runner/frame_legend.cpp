#include "runner/frame_legend.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/picture/colouring.h"
#include "plot/legend.h"

namespace morula {
namespace {

using plot::LegendEntry;

// Nobody reads a longer legend. If there are more classes, the last entry stands for all remaining ones.
constexpr std::size_t most_entries = 12;

std::vector<LegendEntry> shortened(std::vector<LegendEntry> entries) {
  if (entries.size() <= most_entries) return entries;
  const std::string last = entries.back().name;
  entries.resize(most_entries);
  entries.back().name += fmt::format(" … {}, each in its own colour", last);
  return entries;
}

// Classes with the same name get one entry, in the colour of the first of them.
std::vector<LegendEntry> entries_of(const View& view, const Colouring& colouring) {
  std::vector<LegendEntry> entries;
  for (unsigned class_ = 0; class_ < view.classes; ++class_) {
    const std::string name = name_of_class(view, class_);
    if (std::ranges::find(entries, name, &LegendEntry::name) == entries.end())
      entries.push_back({name, colouring.of(class_)});
  }
  return shortened(std::move(entries));
}

// The title says so if the picture shows the first replica of a batch.
std::string title_of(const Model& model, const View& view, const FramesSpec& frames, bool has_numbers) {
  std::string title = view.name;
  for (const StateField& field : model.fields())
    if (field.name == view.field.name && field.replicas > 1)
      title += fmt::format(", first of {} replicas", field.replicas);
  if (view.field.dimensions == 3)
    title += frames.view == FrameView::Slice        ? ", a slice"
             : frames.view == FrameView::Projection ? ", projected: farther is darker"
                                                    : "";
  if (view.graded && !view.quantity.empty() && !has_numbers) title += ", with its numbers below each frame";
  return title;
}

// Whole numbers are written in full, other numbers with four digits.
std::string text_of_limit(double limit) {
  const bool is_whole = limit == std::floor(limit) && std::abs(limit) < 1e9;
  return is_whole ? fmt::format("{:.0f}", limit) : fmt::format("{:.4g}", limit);
}

}  // namespace

std::string name_of_class(const View& view, unsigned class_) {
  return class_ < view.names.size() ? view.names[class_] : fmt::format("state {}", class_);
}

std::string frame_legend(Model& model, const FramesSpec& frames, const std::optional<LevelLimits>& limits) {
  const Colouring colouring(model, frames);
  const View& view = colouring.view();
  const std::string title = title_of(model, view, frames, limits.has_value());
  if (!view.graded) return plot::legend_svg(title, entries_of(view, colouring));
  plot::Gradient levels{{}, "low", "high"};
  for (unsigned class_ = 1; class_ < view.classes; ++class_) levels.colours.push_back(colouring.of(class_));
  std::vector<LegendEntry> background;
  if (view.names.size() == 3) {
    if (!view.names[0].empty()) background.push_back({view.names[0], colouring.of(0)});
    levels.low = view.names[1];
    levels.high = view.names[2];
  }
  if (limits) {
    levels.low += " " + text_of_limit(limits->lowest);
    levels.high += " " + text_of_limit(limits->highest);
  }
  return plot::legend_svg(title, background, levels);
}

}  // namespace morula
