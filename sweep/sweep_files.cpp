// The files that a sweep leaves, made from its plan and the records of its runs alone.
#include <set>

#include "io/durable_file.h"
#include "plot/svg.h"
#include "sweep/results.h"
#include "sweep/run_sweep.h"
#include "sweep/series_file.h"
#include "sweep/sweep_figures.h"

namespace morula::sweep {
namespace {

namespace fs = std::filesystem;

// Only those of this sweep stay: an extended one may have others.
bool write_figures(const fs::path& folder, const Results& results) {
  std::set<fs::path> written;
  for (const NamedFigure& named : sweep_figures(results)) {
    fs::create_directories(folder);
    const fs::path place = folder / (named.name + ".svg");
    io::write_file(place, plot::svg(named.figure));
    written.insert(place);
  }
  std::vector<fs::path> old;
  if (fs::is_directory(folder))
    for (const auto& entry : fs::directory_iterator(folder))
      if (!written.contains(entry.path())) old.push_back(entry.path());
  for (const fs::path& path : old) fs::remove(path);
  return !written.empty();
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
  if (write_figures(folder / "figures", results)) files.emplace_back("figures/");
  if (plan.keep.series) {
    write_series_file(folder, plan, records);
    files.emplace_back("series.h5");
  }
  if (plan.keep.series || plan.keep.frames || plan.keep.state) files.emplace_back("runs/");
  files.emplace_back("sweep.json");
  io::write_file(folder / "sweep.json", sweep_json(results, records, files));
  return files;
}

}  // namespace morula::sweep
