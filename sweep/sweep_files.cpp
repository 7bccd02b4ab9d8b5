// Writes the result files of a sweep, which depend only on its plan and the records of its runs.
#include <set>

#include "io/durable_file.h"
#include "plot/svg.h"
#include "sweep/results.h"
#include "sweep/run_sweep.h"
#include "sweep/series_file.h"
#include "sweep/sweep_figures.h"
#include "sweep/sweep_file_names.h"

namespace morula::sweep {
namespace {

namespace fs = std::filesystem;

// Writes the figures and returns their names. Figures of an earlier call that are no longer made are removed;
// all other files of the folder stay.
std::vector<std::string> write_figures(const fs::path& folder, const Results& results) {
  std::set<std::string> old;
  for (const std::string& name : result_file_names(folder))
    if (name.starts_with("figures/")) old.insert(name);
  std::vector<std::string> written;
  for (const NamedFigure& named : sweep_figures(results)) {
    written.push_back("figures/" + named.name + ".svg");
    fs::create_directories(folder / "figures");
    io::write_file(folder / written.back(), plot::svg(named.figure));
    old.erase(written.back());
  }
  for (const std::string& name : old) fs::remove(folder / name);
  return written;
}

}  // namespace

std::vector<std::string> write_sweep_files(const fs::path& folder, const Plan& plan, const Records& records,
                                           const std::vector<Failure>& failures) {
  const Results results(plan, records, failures);
  std::vector<std::string> files;
  const auto write = [&](const char* name, const std::string& text) {
    io::write_file(folder / name, text);
    files.emplace_back(name);
  };
  write("runs.csv", runs_csv(results));
  write("summary.csv", summary_csv(results));
  write("commands.txt", commands_text(results));
  const std::vector<std::string> figures = write_figures(folder, results);
  if (!figures.empty()) files.emplace_back("figures/");
  if (plan.keep.series) {
    write_series_file(folder, plan, records);
    files.emplace_back("series.h5");
  }
  if (plan.keep.series || plan.keep.frames || plan.keep.state) files.emplace_back("runs/");
  files.emplace_back("sweep.json");
  io::write_file(folder / "sweep.json", sweep_json(results, records, files, figures));
  return files;
}

}  // namespace morula::sweep
