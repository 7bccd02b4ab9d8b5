#include "analysis/hamming_report.h"
#include "analysis/line_plot.h"
#include "analysis/result_folder.h"
#include "analysis/spread.h"
#include "io/durable_file.h"
#include "io/image.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

// summary.json comes last: it says that all are there.
const std::vector<std::string> of_one = {"frames", "hamming.csv", "hamming.png", "summary.json"};
const std::vector<std::string> of_sweep = {"sweep.csv", "summary.json"};

// The mean, between one deviation less and one more.
io::Image density_picture(const HammingReport& report) {
  constexpr io::Colour pale = {190, 190, 190}, green = {0, 158, 115};
  Curve less{{}, pale}, more{{}, pale}, mean{{}, green};
  for (const Spread& spread : spread_by_row(report.density.values)) {
    less.values.push_back(spread.mean - spread.deviation);
    more.values.push_back(spread.mean + spread.deviation);
    mean.values.push_back(spread.mean);
  }
  return line_plot({less, more, mean});
}

}  // namespace

void check_hamming_files(const fs::path& folder, bool replace) {
  check_results_free(folder, of_one, replace);
}

void check_sweep_files(const fs::path& folder, const std::vector<SweepPoint>& points, bool replace) {
  check_results_free(folder, of_sweep, replace);
  for (const SweepPoint& point : points) check_hamming_files(folder / point.name(), replace);
}

std::vector<std::string> write_hamming_files(const HammingReport& report, const fs::path& folder,
                                             bool members) {
  fs::create_directories(folder);
  io::write_file(folder / "hamming.csv", hamming_csv(report, members));
  io::write_png(folder / "hamming.png", density_picture(report));
  io::write_file(folder / "summary.json", as_json(report));
  return of_one;
}

std::vector<std::string> write_sweep_files(const std::vector<SweptHamming>& sweep, const fs::path& folder) {
  fs::create_directories(folder);
  io::write_file(folder / "sweep.csv", sweep_csv(sweep));
  io::write_file(folder / "summary.json", as_json(sweep));
  std::vector<std::string> names;
  for (const SweptHamming& one : sweep) names.push_back(one.point.name());
  names.insert(names.end(), of_sweep.begin(), of_sweep.end());
  return names;
}

}  // namespace morula
