#include "analysis/tracks_report.h"

#include <fmt/format.h>

#include "analysis/result_folder.h"
#include "core/counted.h"
#include "core/error.h"
#include "io/csv_table.h"
#include "io/durable_file.h"
#include "io/json.h"
#include "plot/colours.h"
#include "plot/svg.h"
#include "runner/manifest.h"

namespace morula {
namespace {

using io::Json;
using ValuesOfType = std::vector<LagValue> MotionOfType::*;

std::string cell_of(const TrackEstimate& estimate) {
  if (!estimate.value) return "–";
  if (!estimate.error) return fmt::format("{:.4g}", *estimate.value);
  return fmt::format("{:.4g} ± {:.2g}", *estimate.value, *estimate.error);
}

Json json_of(const TrackEstimate& estimate) {
  Json json = {{"value", estimate.value ? Json(*estimate.value) : Json(nullptr)}};
  json["two_standard_errors"] = estimate.error ? Json(*estimate.error) : Json(nullptr);
  return json;
}

std::string csv_of(const TracksReport& report, const char* name, ValuesOfType values) {
  std::string csv = fmt::format("type,lag,{},two_standard_errors\n", name);
  for (const MotionOfType& motion : report.types)
    for (const LagValue& value : motion.*values)
      csv += fmt::format("{},{},{},{}\n", io::csv_cell(motion.name), value.lag, value.value, value.error);
  return csv;
}

plot::Figure figure_of(const TracksReport& report, const char* title, ValuesOfType values, bool logarithmic) {
  const std::vector<io::Colour> colours = plot::curve_colours(report.types.size());
  plot::Figure figure;
  figure.x = {"lag (steps)", true};
  plot::Panel panel{{title, logarithmic}, {}};
  for (std::size_t i = 0; i < report.types.size(); ++i) {
    plot::Numbers lags, mean, low, high;
    for (const LagValue& value : report.types[i].*values) {
      lags.push_back(value.lag);
      mean.push_back(value.value);
      low.push_back(value.value - value.error);
      high.push_back(value.value + value.error);
    }
    if (report.members > 1) panel.layers.push_back(plot::Band{"", colours[i], lags, low, high});
    panel.layers.push_back(plot::Line{report.types[i].name, colours[i], lags, mean});
  }
  if (report.members > 1)
    figure.caption = fmt::format("Estimates from {} runs; bands are ± 2 standard errors.", report.members);
  figure.panels = {panel};
  return figure;
}

}  // namespace

std::string as_text(const TracksReport& report) {
  std::string text =
      fmt::format("{} from step {} on, positions every {} steps\n\n{:<16} {:>7} {:>24} {:>22} {:>22}\n",
                  counted(report.members, "run"), report.from, report.spacing, "type", "cells",
                  "speed (sites/step)", "persistence (steps)", "half-life (steps)");
  for (const MotionOfType& motion : report.types)
    text += fmt::format("{:<16} {:>7} {:>24} {:>22} {:>22}\n", motion.name, motion.cells,
                        cell_of(motion.speed), cell_of(motion.persistence), cell_of(motion.half_life));
  return text;
}

std::string as_json(const TracksReport& report) {
  Json types = Json::array();
  for (const MotionOfType& motion : report.types)
    types.push_back({{"type", motion.name},
                     {"cells", motion.cells},
                     {"displacements", motion.displacements},
                     {"speed", json_of(motion.speed)},
                     {"persistence", json_of(motion.persistence)},
                     {"half_life", json_of(motion.half_life)}});
  const Json json = {{"version", program_version()}, {"command", report.command}, {"runs", report.members},
                     {"spacing", report.spacing},    {"from", report.from},       {"types", types}};
  return json.dump(2) + '\n';
}

std::vector<std::string> write_tracks_files(const TracksReport& report, const std::filesystem::path& folder,
                                            bool replace) {
  const std::vector<std::string> names = {"displacement.csv", "autocovariance.csv", "displacement.svg",
                                          "autocovariance.svg", "summary.json"};
  check_results_free(folder, names, {"summary.json"}, replace);
  std::filesystem::create_directories(folder);
  io::write_file(folder / names[0], csv_of(report, "mean_squared_displacement", &MotionOfType::squared));
  io::write_file(folder / names[1], csv_of(report, "autocovariance", &MotionOfType::products));
  io::write_file(folder / names[2], plot::svg(figure_of(report, "mean squared displacement (sites²)",
                                                        &MotionOfType::squared, true)));
  io::write_file(folder / names[3], plot::svg(figure_of(report, "autocovariance of displacements (sites²)",
                                                        &MotionOfType::products, false)));
  io::write_file(folder / names[4], as_json(report));
  return names;
}

}  // namespace morula
