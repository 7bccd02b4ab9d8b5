#include <fmt/format.h>

#include "analysis/hamming_report.h"
#include "analysis/result_folder.h"
#include "analysis/spread.h"
#include "io/durable_file.h"
#include "plot/colours.h"
#include "plot/svg.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

// summary.json comes last, since it shows that all files exist.
const std::vector<std::string> of_one = {"frames", "hamming.csv", "hamming.svg", "summary.json"};
const std::vector<std::string> of_sweep = {"sweep.csv", "summary.json"};

// A figure of the mean, a band of one standard deviation, and the plateau over its window.
plot::Figure density_figure(const HammingReport& report) {
  const std::vector<io::Colour> colours = plot::curve_colours(2);
  plot::Numbers steps(report.density.steps.begin(), report.density.steps.end()), mean, low, high;
  for (const Spread& spread : spread_by_row(report.density.values)) {
    mean.push_back(spread.mean);
    low.push_back(spread.mean - spread.deviation);
    high.push_back(spread.mean + spread.deviation);
  }
  plot::Figure figure;
  figure.x.title = "time (steps)";
  plot::Panel panel{{"density of sites that differ"}, {}};
  if (report.pairs.size() > 1) {
    panel.layers.push_back(plot::Band{"± 1 standard deviation", colours[0], steps, low, high});
    figure.caption = fmt::format("Mean over {} pairs of runs.", report.pairs.size());
  }
  panel.layers.push_back(plot::Line{"mean", colours[0], steps, mean});
  const double level = report.plateau.level;
  panel.layers.push_back(plot::Line{
      "plateau", colours[1], {static_cast<double>(report.plateau.from), steps.back()}, {level, level}, true});
  figure.panels = {panel};
  return figure;
}

}  // namespace

void check_hamming_files(const fs::path& folder, bool replace) {
  check_results_free(folder, of_one, {"summary.json"}, replace);
}

void check_sweep_files(const fs::path& folder, const std::vector<SweepPoint>& points, bool replace) {
  check_results_free(folder, of_sweep, {"summary.json"}, replace);
  for (const SweepPoint& point : points) check_hamming_files(folder / point.name(), replace);
}

std::vector<std::string> write_hamming_files(const HammingReport& report, const fs::path& folder,
                                             bool members) {
  fs::create_directories(folder);
  io::write_file(folder / "hamming.csv", hamming_csv(report, members));
  io::write_file(folder / "hamming.svg", plot::svg(density_figure(report)));
  io::write_file(folder / "summary.json", as_json(report));
  return of_one;
}

std::vector<std::string> write_sweep_files(const std::vector<SweptHamming>& sweep, const std::string& command,
                                           const fs::path& folder) {
  fs::create_directories(folder);
  io::write_file(folder / "sweep.csv", sweep_csv(sweep));
  io::write_file(folder / "summary.json", as_json(sweep, command));
  std::vector<std::string> names;
  for (const SweptHamming& swept : sweep) names.push_back(swept.point.name());
  names.insert(names.end(), of_sweep.begin(), of_sweep.end());
  return names;
}

}  // namespace morula
