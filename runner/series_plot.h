// series.svg: the curves of series.csv.
#pragma once

#include <filesystem>
#include <optional>

#include "io/csv_table.h"
#include "models/spec.h"
#include "plot/figure.h"

namespace morula {

// The facts about a model that the figure of its series needs.
struct SeriesPlotSpec {
  SeriesFigure figure;
  std::vector<io::Colour> class_colours;  // colours of the classes in the first view
  bool has_time = false;                  // the x axis is the column `time`
};
SeriesPlotSpec series_plot_of(const Spec& spec);

// The figure of a series; nothing if there are no rows. For a batch of replicas, it shows the mean with a
// band of one standard deviation.
std::optional<plot::Figure> series_figure(const io::CsvTable& series, const SeriesPlotSpec& how);

// Draws DIR/series.csv as DIR/series.svg. Draws nothing if the series does not fit into memory.
void write_series_plot(const std::filesystem::path& csv, const SeriesPlotSpec& how);

}  // namespace morula
