#include <algorithm>

#include "analysis/fit/fit_report.h"
#include "analysis/line_plot.h"
#include "analysis/result_folder.h"
#include "io/durable_file.h"
#include "io/image.h"
#include "models/proliferation/observe/histogram_picture.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

// fit.json comes last: it says that all are there.
const std::vector<std::string> names = {"fitted.yaml", "convergence.csv", "convergence.png", "histogram.png",
                                        "fit.json"};
constexpr const char* of_validation = "validation.png";

// A point for each pixel, as line_plot() has them: between iterations the curve is a straight line.
Curve drawn_out(const std::vector<double>& values, io::Colour colour) {
  constexpr std::size_t pixels = 900;
  Curve curve{{}, colour};
  for (std::size_t i = 0; i <= pixels; ++i) {
    const std::size_t at = (values.size() - 1) * i, left = at / pixels;
    const std::size_t right = std::min(left + 1, values.size() - 1);
    const double part = static_cast<double>(at % pixels) / pixels;
    curve.values.push_back(values[left] + part * (values[right] - values[left]));
  }
  return curve;
}

// The best repeat in green over the others.
io::Image convergence_picture(const FitReport& report) {
  constexpr io::Colour pale = {190, 190, 190}, green = {0, 158, 115};
  std::vector<Curve> curves;
  for (const FitRepeat& repeat : report.repeats) curves.push_back(drawn_out(repeat.curve, pale));
  curves.push_back(drawn_out(report.repeats[report.best_repeat].curve, green));
  return line_plot(curves);
}

void write_picture(const fs::path& place, const FitScore& score, const ScoreBins& bins) {
  io::write_png(place, draw_histograms(score.expected, score.target, bins));
}

}  // namespace

void check_fit_files(const fs::path& folder, bool replace) {
  std::vector<std::string> all = names;
  all.push_back(of_validation);
  check_results_free(folder, all, replace);
}

std::vector<std::string> write_fit_files(const FittedModel& fitted, const fs::path& folder) {
  const FitReport& report = fitted.report;
  const ScoreBins& bins = fitted.input.cells->target->bins;
  fs::create_directories(folder);
  io::write_file(folder / "fitted.yaml", fitted_model_file(fitted.input, report.types, folder));
  io::write_file(folder / "convergence.csv", convergence_csv(report));
  io::write_png(folder / "convergence.png", convergence_picture(report));
  write_picture(folder / "histogram.png", report.score, bins);
  std::vector<std::string> written = names;
  if (report.validation) {
    write_picture(folder / of_validation, *report.validation, bins);
    written.insert(written.end() - 1, of_validation);
  }
  io::write_file(folder / "fit.json", as_json(fitted));
  return written;
}

}  // namespace morula
