#include "analysis/fit/fit_report.h"
#include "analysis/result_folder.h"
#include "io/durable_file.h"
#include "models/proliferation/observe/histogram_figure.h"
#include "plot/colours.h"
#include "plot/svg.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

// fit.json comes last, since it shows that all files exist.
const std::vector<std::string> names = {"fitted.yaml",   "convergence.csv", "convergence.svg",
                                        "histogram.csv", "histogram.svg",   "fit.json"};
const std::vector<std::string> of_validation = {"validation.csv", "validation.svg"};

// The curve of the best repeat is drawn over those of the others.
plot::Figure convergence_figure(const FitReport& report) {
  plot::Figure figure;
  figure.x.title = "iteration";
  plot::Panel panel{{"least Hellinger distance so far"}, {}};
  const auto line = [&](std::size_t repeat, const std::string& name, io::Colour colour) {
    plot::Line curve{name, colour, {}, report.repeats[repeat].curve};
    for (std::size_t i = 1; i <= curve.y.size(); ++i) curve.x.push_back(static_cast<double>(i));
    panel.layers.emplace_back(std::move(curve));
  };
  const bool several = report.repeats.size() > 1;
  for (std::size_t i = 0, named = 0; i < report.repeats.size(); ++i)
    if (i != report.best_repeat) line(i, named++ == 0 ? "other repeats" : "", plot::muted);
  line(report.best_repeat, several ? "best repeat" : "", plot::curve_colours(1).front());
  figure.panels = {panel};
  return figure;
}

// Writes NAME.csv and NAME.svg.
void write_comparison(const fs::path& folder, const std::string& name, const FitScore& score,
                      const ScoreBins& bins) {
  const plot::Figure figure = comparison_figure("fitted", score.expected, score.target, bins);
  io::write_file(folder / (name + ".csv"), comparison_csv("fitted", score.expected, score.target, bins));
  io::write_file(folder / (name + ".svg"), plot::svg(figure));
}

}  // namespace

void check_fit_files(const fs::path& folder, bool replace) {
  std::vector<std::string> all_names = names;
  all_names.insert(all_names.end(), of_validation.begin(), of_validation.end());
  for (const char* name : {fit_request_name, fit_journal_name}) all_names.emplace_back(name);
  check_results_free(folder, all_names, {"fit.json", fit_request_name}, replace);
}

std::vector<std::string> write_fit_files(const FittedModel& fitted, const fs::path& folder) {
  const FitReport& report = fitted.report;
  const ScoreBins& bins = fitted.input.cells->target->bins;
  fs::create_directories(folder);
  io::write_file(folder / "fitted.yaml", fitted_model_file(fitted.input, report.types, folder));
  io::write_file(folder / "convergence.csv", convergence_csv(report));
  io::write_file(folder / "convergence.svg", plot::svg(convergence_figure(report)));
  write_comparison(folder, "histogram", report.score, bins);
  std::vector<std::string> written = names;
  if (report.validation) {
    write_comparison(folder, "validation", *report.validation, bins);
    written.insert(written.end() - 1, of_validation.begin(), of_validation.end());
  }
  io::write_file(folder / "fit.json", as_json(fitted));
  return written;
}

}  // namespace morula
