// The files that a sweep leaves, made from its plan and the records of its runs alone.
#include "core/error.h"
#include "io/durable_file.h"
#include "sweep/results.h"
#include "sweep/run_sweep.h"

namespace morula::sweep {

std::vector<std::string> write_sweep_files(const std::filesystem::path& folder, const Plan& plan,
                                           const Records& records, const std::vector<Failure>& failures) {
  const Results results(plan, records, failures);
  std::vector<std::string> files;
  const auto write = [&](const char* name, const std::string& text) {
    io::write_file(folder / name, text);
    files.emplace_back(name);
  };
  write("runs.csv", runs_csv(results));
  write("summary.csv", summary_csv(results));
  write("commands.txt", commands_text(results));
  files.emplace_back("sweep.json");
  io::write_file(folder / "sweep.json", sweep_json(results, records, files));
  return files;
}

}  // namespace morula::sweep
