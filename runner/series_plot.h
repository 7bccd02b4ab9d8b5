// series.svg: the curves of series.csv.
#pragma once

#include <filesystem>
#include <optional>

#include "io/csv_table.h"
#include "models/spec.h"
#include "plot/figure.h"

namespace morula {

// What a figure of a series needs to know of its model.
struct SeriesPlotSpec {
  SeriesFigure figure;
  std::vector<io::Colour> class_colours;  // of the first view
  bool has_time = false;                  // the x axis is the column `time`
};
SeriesPlotSpec series_plot_of(const Spec& spec);

// For a batch of replicas, it shows the mean with a band of one standard deviation. Nothing if there are no
// rows.
std::optional<plot::Figure> series_figure(const io::CsvTable& series, const SeriesPlotSpec& how);

// Draws DIR/series.csv as DIR/series.svg; nothing is drawn if the series is too long for the memory.
void write_series_plot(const std::filesystem::path& csv, const SeriesPlotSpec& how);

}  // namespace morula
