#include "plot/legend.h"

#include <fmt/format.h>

#include <algorithm>

#include "plot/colours.h"

namespace morula::plot {
namespace {

constexpr double line_height = 18, sample_width = 20, sample_gap = 7, text_size = 12;
constexpr std::size_t rows_of_file = 16, most_columns = 4;

LegendEntry entry_of(const Line& line) {
  return {line.name, line.colour, line.dashed ? Sample::Dashes : Sample::Line};
}
LegendEntry entry_of(const Steps& steps) {
  return {steps.name, steps.colour, steps.filled ? Sample::Area : Sample::Line};
}
LegendEntry entry_of(const Band& band) { return {band.name, band.colour, Sample::Area}; }
LegendEntry entry_of(const Points& points) { return {points.name, points.colour, Sample::Point}; }
LegendEntry entry_of(const HeatMap&) { return {}; }  // it has a colour bar instead

void draw_sample(SvgWriter& svg, const LegendEntry& entry, Point corner, bool solid) {
  const double middle = corner.y + line_height / 2;
  if (entry.sample == Sample::Area) {
    svg.rectangle({corner.x, middle - 6}, sample_width, 12, entry.colour, solid ? 1 : 0.35);
    if (solid)  // so that white is visible on white
      svg.path(fmt::format("M{0} {1}h{2}v12h-{2}Z", coordinate(corner.x), coordinate(middle - 6),
                           coordinate(sample_width)),
               fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"0.7\"", hex(pale_ink)));
  } else if (entry.sample == Sample::Point) {
    svg.circle({corner.x + sample_width / 2, middle}, 3, as_line(entry.colour));
  } else {
    const std::string dashes = entry.sample == Sample::Dashes ? " stroke-dasharray=\"6 4\"" : "";
    svg.path(
        fmt::format("M{} {}h{}", coordinate(corner.x), coordinate(middle), coordinate(sample_width)),
        fmt::format("fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{}", hex(as_line(entry.colour)), dashes));
  }
}

void draw_entry(SvgWriter& svg, const LegendEntry& entry, Point corner, bool solid) {
  draw_sample(svg, entry, corner, solid);
  svg.text({corner.x + sample_width + sample_gap, corner.y + line_height / 2 + 4}, entry.name,
           {.size = text_size});
}

}  // namespace

std::vector<LegendEntry> entries_of(const std::vector<Layer>& layers) {
  std::vector<LegendEntry> entries;
  for (const Layer& layer : layers) {
    LegendEntry entry = std::visit([](const auto& drawn) { return entry_of(drawn); }, layer);
    if (!entry.name.empty()) entries.push_back(std::move(entry));
  }
  return entries;
}

double legend_width(const std::vector<LegendEntry>& entries) {
  double widest = 0;
  for (const LegendEntry& entry : entries) widest = std::max(widest, width_of(entry.name, text_size));
  return entries.empty() ? 0 : sample_width + sample_gap + widest;
}

double legend_height(const std::vector<LegendEntry>& entries) {
  constexpr std::size_t most_rows = 40;
  return static_cast<double>(std::min(entries.size(), most_rows)) * line_height;
}

void draw_legend(SvgWriter& svg, const std::vector<LegendEntry>& entries, Point corner, double height) {
  const auto rows = std::max<std::size_t>(1, static_cast<std::size_t>(height / line_height));
  const std::size_t shown = entries.size() <= rows ? entries.size() : rows - 1;
  for (std::size_t i = 0; i < shown; ++i)
    draw_entry(svg, entries[i], {corner.x, corner.y + static_cast<double>(i) * line_height}, false);
  if (shown < entries.size())
    svg.text({corner.x, corner.y + (static_cast<double>(shown) + 0.5) * line_height + 4},
             fmt::format("… and {} more", entries.size() - shown), {.size = text_size}, pale_ink);
}

std::string legend_svg(const std::string& title, const std::vector<LegendEntry>& entries) {
  return legend_svg(title, entries, {});
}

std::string legend_svg(const std::string& title, const std::vector<LegendEntry>& entries,
                       const Gradient& gradient) {
  constexpr double margin = 14, bar_length = 220;
  const std::size_t most_entries = rows_of_file * most_columns,
                    shown = std::min(entries.size(), most_entries);
  const std::size_t rows = std::min(std::max<std::size_t>(shown, 1), rows_of_file);
  const std::size_t columns = (shown + rows - 1) / rows;
  const double column_width = legend_width(entries) + 24;
  SvgWriter svg;
  double top = margin;
  svg.text({margin, top + 12}, title, {.size = 13, .bold = true});
  top += 24;
  for (std::size_t i = 0; i < shown; ++i)
    draw_entry(svg, entries[i],
               {margin + static_cast<double>(i / rows) * column_width,
                top + static_cast<double>(i % rows) * line_height},
               true);
  if (shown > 0) top += static_cast<double>(rows) * line_height;
  if (shown < entries.size()) {
    svg.text({margin, top + 14}, fmt::format("… and {} more", entries.size() - shown), {}, pale_ink);
    top += line_height;
  }
  double width = static_cast<double>(columns) * column_width;
  if (!gradient.colours.empty()) {
    top += 6;
    const double colour_width = bar_length / static_cast<double>(gradient.colours.size());
    for (std::size_t i = 0; i < gradient.colours.size(); ++i)
      svg.rectangle({margin + colour_width * static_cast<double>(i), top}, colour_width + 0.5, 14,
                    gradient.colours[i]);
    svg.text({margin, top + 29}, gradient.low);
    svg.text({margin + bar_length, top + 29}, gradient.high, {.anchor = Anchor::End});
    top += 34;
    width = std::max(width, bar_length);
  }
  width = std::max(width, width_of(title, 13) * 1.1);
  return svg.file(width + 2 * margin, top + margin, title);
}

}  // namespace morula::plot
