#include "runner/series_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/durable_file.h"
#include "models/picture/colouring.h"
#include "plot/colours.h"
#include "plot/svg.h"

namespace morula {
namespace {

constexpr std::uintmax_t most_bytes = std::uintmax_t{256} << 20;
constexpr std::size_t most_panels = 8, most_curves = 32;

// The rows of one step: of each replica one.
struct StepRows {
  std::size_t begin = 0, end = 0;
};

std::vector<StepRows> rows_by_step(const std::vector<double>& steps) {
  std::vector<StepRows> all;
  for (std::size_t row = 0; row < steps.size(); ++row) {
    if (row == 0 || steps[row] != steps[row - 1]) all.push_back({row, row});
    all.back().end = row + 1;
  }
  return all;
}

struct MeanCurve {
  plot::Numbers mean, low, high;
};

MeanCurve mean_over_replicas(const std::vector<double>& values, const std::vector<StepRows>& steps) {
  MeanCurve curve;
  for (const auto& [begin, end] : steps) {
    const auto count = static_cast<double>(end - begin);
    double sum = 0, squares = 0;
    for (std::size_t row = begin; row < end; ++row) sum += values[row];
    const double mean = sum / count;
    for (std::size_t row = begin; row < end; ++row) squares += (values[row] - mean) * (values[row] - mean);
    const double deviation = count > 1 ? std::sqrt(squares / (count - 1)) : 0;
    const auto [least, most] = std::minmax_element(values.begin() + static_cast<std::ptrdiff_t>(begin),
                                                   values.begin() + static_cast<std::ptrdiff_t>(end));
    curve.mean.push_back(mean);
    curve.low.push_back(std::max(mean - deviation, *least));  // no replica has less than no individuals
    curve.high.push_back(std::min(mean + deviation, *most));
  }
  return curve;
}

bool is_zero(const io::CsvTable& series, const std::string& column) {
  const std::vector<double> values = series.numbers(column);
  return std::ranges::all_of(values, [](double value) { return value == 0; });
}

bool is_drawn(const io::CsvTable& series, const std::string& column) {
  return column != "step" && column != "time" && column != "replica" && !series.has_gaps(column);
}

std::vector<SeriesPanel> panels_of(const io::CsvTable& series, const SeriesFigure& figure) {
  std::vector<SeriesPanel> panels;
  for (const SeriesPanel& panel : figure.panels) {
    SeriesPanel some{panel.title, {}};
    for (const SeriesCurve& curve : panel.curves)
      if (series.has(curve.column) && !series.has_gaps(curve.column) && some.curves.size() < most_curves)
        some.curves.push_back(curve);
    if (some.curves.size() > 1)  // what never happens would hide behind the axis
      std::erase_if(some.curves, [&](const SeriesCurve& curve) { return is_zero(series, curve.column); });
    if (!some.curves.empty()) panels.push_back(std::move(some));
  }
  if (figure.panels.empty())
    for (const std::string& column : series.names())
      if (is_drawn(series, column)) panels.push_back({column, {{column}}});
  if (panels.size() > most_panels) panels.resize(most_panels);
  return panels;
}

// Of its class, where that can be seen on white; else the next of those for curves.
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
  if (series.rows() == 0) return std::nullopt;
  const std::vector<StepRows> steps = rows_by_step(series.numbers("step"));
  const std::size_t replicas = steps.front().end - steps.front().begin;
  plot::Figure figure;
  figure.x.title = how.has_time ? "time (unit of the rates)" : how.figure.step;
  const plot::Numbers x = mean_over_replicas(series.numbers(how.has_time ? "time" : "step"), steps).mean;
  for (const SeriesPanel& panel : panels_of(series, how.figure)) {
    plot::Panel drawn{{panel.title}, {}};
    std::vector<plot::Layer> lines;
    for (std::size_t i = 0; i < panel.curves.size(); ++i) {
      const SeriesCurve& curve = panel.curves[i];
      const MeanCurve mean = mean_over_replicas(series.numbers(curve.column), steps);
      const io::Colour colour = colour_of(curve, i, how);
      const std::string name = curve.name.empty() ? curve.column : curve.name;
      const bool alone = panel.curves.size() == 1 && name == panel.title;
      if (replicas > 1) drawn.layers.push_back(plot::Band{"", colour, x, mean.low, mean.high});
      lines.push_back(plot::Line{alone ? "" : name, colour, x, mean.mean});
    }
    drawn.layers.insert(drawn.layers.end(), lines.begin(), lines.end());
    figure.panels.push_back(std::move(drawn));
  }
  if (figure.panels.empty()) return std::nullopt;
  if (replicas > 1)
    figure.caption = fmt::format(
        "Means of {} replicas; bands are ± 1 standard deviation, within the range of the replicas.",
        replicas);
  return figure;
}

void write_series_plot(const std::filesystem::path& csv, const SeriesPlotSpec& how) {
  if (std::filesystem::file_size(csv) > most_bytes) return;
  const auto figure = series_figure(io::read_csv_table(csv), how);
  if (figure) io::write_file(std::filesystem::path(csv).replace_extension(".svg"), plot::svg(*figure));
}

}  // namespace morula
