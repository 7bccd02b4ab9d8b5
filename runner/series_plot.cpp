#include "runner/series_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/durable_file.h"
#include "models/picture/colouring.h"
#include "plot/colours.h"
#include "plot/svg.h"

namespace morula {
namespace {

constexpr std::uintmax_t most_bytes = std::uintmax_t{256} << 20;
constexpr std::size_t most_panels = 8, most_curves = 32, most_colours = 8;
constexpr double gap = std::numeric_limits<double>::quiet_NaN();

// The rows of one step, one for each replica.
struct StepRows {
  std::size_t begin = 0, end = 0;
};

std::vector<StepRows> rows_by_step(const std::vector<double>& steps) {
  std::vector<StepRows> groups;
  for (std::size_t row = 0; row < steps.size(); ++row) {
    if (row == 0 || steps[row] != steps[row - 1]) groups.push_back({row, row});
    groups.back().end = row + 1;
  }
  return groups;
}

struct MeanCurve {
  plot::Numbers mean, low, high;
};

// The mean over the replicas that have a number at a step; a gap if no replica has one.
MeanCurve mean_over_replicas(const std::vector<double>& values, const std::vector<StepRows>& steps) {
  MeanCurve curve;
  for (const auto& [begin, end] : steps) {
    std::vector<double> known;
    for (std::size_t row = begin; row < end; ++row)
      if (std::isfinite(values[row])) known.push_back(values[row]);
    if (known.empty()) {
      for (plot::Numbers* numbers : {&curve.mean, &curve.low, &curve.high}) numbers->push_back(gap);
      continue;
    }
    const auto count = static_cast<double>(known.size());
    double sum = 0, squares = 0;
    for (const double value : known) sum += value;
    const double mean = sum / count;
    for (const double value : known) squares += (value - mean) * (value - mean);
    const double deviation = count > 1 ? std::sqrt(squares / (count - 1)) : 0;
    const auto [least, most] = std::ranges::minmax(known);
    curve.mean.push_back(mean);
    // The band stays within the range of the replicas, so that it is not below 0 for counts.
    curve.low.push_back(std::max(mean - deviation, least));
    curve.high.push_back(std::min(mean + deviation, most));
  }
  return curve;
}

bool is_zero(const io::CsvTable& series, const std::string& column) {
  const std::vector<double> values = series.numbers_and_gaps(column);
  return std::ranges::all_of(values, [](double value) { return value == 0; });
}

bool is_empty(const io::CsvTable& series, const std::string& column) {
  const std::vector<double> values = series.numbers_and_gaps(column);
  return std::ranges::none_of(values, [](double value) { return std::isfinite(value); });
}

bool is_drawn(const io::CsvTable& series, const std::string& column) {
  return column != "step" && column != "time" && column != "replica" && !series.has_gaps(column);
}

struct DrawnPanels {
  std::vector<SeriesPanel> panels;
  std::size_t left_out = 0;  // number of curves that are not drawn
};

DrawnPanels panels_of(const io::CsvTable& series, const SeriesFigure& figure) {
  DrawnPanels drawn;
  for (const SeriesPanel& panel : figure.panels) {
    SeriesPanel with_data{panel.title, {}, panel.from_zero};
    for (const SeriesCurve& curve : panel.curves)
      if (series.has(curve.column) && !is_empty(series, curve.column)) with_data.curves.push_back(curve);
    if (with_data.curves.size() > 1)  // a curve that is always 0 would be hidden by the axis
      std::erase_if(with_data.curves,
                    [&](const SeriesCurve& curve) { return is_zero(series, curve.column); });
    if (with_data.curves.size() > most_curves) {
      drawn.left_out += with_data.curves.size() - most_curves;
      with_data.curves.resize(most_curves);
    }
    if (!with_data.curves.empty()) drawn.panels.push_back(std::move(with_data));
  }
  if (figure.panels.empty())
    for (const std::string& column : series.names())
      if (is_drawn(series, column)) drawn.panels.push_back({column, {{column}}});
  for (std::size_t i = most_panels; i < drawn.panels.size(); ++i)
    drawn.left_out += drawn.panels[i].curves.size();
  if (drawn.panels.size() > most_panels) drawn.panels.resize(most_panels);
  return drawn;
}

std::string caption_of(std::size_t replicas, std::size_t left_out) {
  std::string caption;
  if (replicas > 1)
    caption = fmt::format(
        "Means of {} replicas; bands are ± 1 standard deviation, within the range of the replicas.",
        replicas);
  if (left_out > 0)
    caption += fmt::format("{}{} further curve{} in series.csv.", caption.empty() ? "" : " ", left_out,
                           left_out == 1 ? " is" : "s are");
  return caption;
}

// The colour of the curve's class, or grey if that colour is invisible on white. A curve without a class gets
// the next colour of the palette for curves.
io::Colour colour_of(const SeriesCurve& curve, std::size_t number, const SeriesPlotSpec& how) {
  if (curve.shown_as && *curve.shown_as < how.class_colours.size()) {
    const io::Colour colour = how.class_colours[*curve.shown_as];
    return std::min({colour.red, colour.green, colour.blue}) > 235 ? plot::muted : colour;
  }
  return plot::curve_colours(number + 1).back();
}

}  // namespace

SeriesPlotSpec series_plot_of(const Spec& spec) {
  SeriesPlotSpec how{spec.figure, {}, spec.steps_per_time.has_value()};
  if (!spec.views.empty())
    how.class_colours = class_colours(spec.views.front(), spec.output.frames.value_or(FramesSpec{}));
  return how;
}

std::optional<plot::Figure> series_figure(const io::CsvTable& series, const SeriesPlotSpec& how) {
  if (series.rows() == 0 || !how.figure.is_over_time) return std::nullopt;
  const std::vector<StepRows> steps = rows_by_step(series.numbers("step"));
  const std::size_t replicas = steps.front().end - steps.front().begin;
  plot::Figure figure;
  figure.x.title = how.has_time ? "time (unit of the rates)" : how.figure.step;
  const plot::Numbers x = mean_over_replicas(series.numbers(how.has_time ? "time" : "step"), steps).mean;
  const auto [panels, left_out] = panels_of(series, how.figure);
  for (const SeriesPanel& panel : panels) {
    plot::Panel drawn{{.title = panel.title, .from_zero = panel.from_zero}, {}};
    std::vector<plot::Layer> lines;
    for (std::size_t i = 0; i < panel.curves.size(); ++i) {
      const SeriesCurve& curve = panel.curves[i];
      const MeanCurve mean = mean_over_replicas(series.numbers_and_gaps(curve.column), steps);
      const io::Colour colour = colour_of(curve, i, how);
      const std::string name = curve.name.empty() ? curve.column : curve.name;
      const bool alone = panel.curves.size() == 1 && name == panel.title;
      if (replicas > 1) drawn.layers.push_back(plot::Band{"", colour, x, mean.low, mean.high});
      lines.push_back(
          plot::Line{alone ? "" : name, colour, x, mean.mean, !curve.shown_as && i / most_colours % 2 == 1});
    }
    drawn.layers.insert(drawn.layers.end(), lines.begin(), lines.end());
    figure.panels.push_back(std::move(drawn));
  }
  if (figure.panels.empty()) return std::nullopt;
  figure.caption = caption_of(replicas, left_out);
  return figure;
}

void write_series_plot(const std::filesystem::path& csv, const SeriesPlotSpec& how) {
  if (std::filesystem::file_size(csv) > most_bytes) return;
  const auto figure = series_figure(io::read_csv_table(csv), how);
  if (figure) io::write_file(std::filesystem::path(csv).replace_extension(".svg"), plot::svg(*figure));
}

}  // namespace morula
