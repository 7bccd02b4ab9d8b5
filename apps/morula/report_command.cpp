// morula report
#include "report/report.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "apps/morula/commands.h"
#include "apps/morula/output_file.h"
#include "apps/morula/speech.h"
#include "core/bytes.h"
#include "io/durable_file.h"
#include "runner/run_files.h"
#include "sweep/run_sweep.h"
#include "sweep/sweep_folder.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

struct ReportOptions {
  fs::path folder;
  std::string out;
  bool force = false;
};

// The results of a sweep that was stopped, for its report: tables of the runs that are done, in a temporary
// folder. The sweep's own folder gets tables only when all runs are done.
class ResultsSoFar {
 public:
  explicit ResultsSoFar(const fs::path& sweep)
      : folder_(fs::temp_directory_path() / fmt::format("morula-report-{}", getpid())),
        results_(folder_ / fs::canonical(sweep).filename()) {
    fs::create_directories(results_);
    sweep::write_results_so_far(sweep, results_);
  }
  ~ResultsSoFar() {
    std::error_code ignored;  // what cannot be removed is in a temporary folder
    fs::remove_all(folder_, ignored);
  }
  ResultsSoFar(const ResultsSoFar&) = delete;
  ResultsSoFar& operator=(const ResultsSoFar&) = delete;

  const fs::path& results() const { return results_; }

 private:
  fs::path folder_, results_;
};

std::string page_of(const fs::path& folder) {
  const bool is_stopped_sweep =
      !is_run_folder(folder) && !fs::exists(folder / "sweep.json") && sweep::is_sweep_folder(folder);
  if (!is_stopped_sweep) return report_of(folder);
  const ResultsSoFar so_far(folder);
  return report_of(so_far.results());
}

void write_report(const ReportOptions& options) {
  const fs::path place = options.out.empty() ? options.folder / "report.html" : fs::path(options.out);
  const std::string page = page_of(options.folder);
  check_writable(place, options.force);
  io::write_file(place, page);
  say(fmt::format("wrote {} ({})\n", place.string(), human_bytes(page.size())));
}

}  // namespace

void add_report(const Command& app) {
  const Command command =
      app.add_command("report", "Make one HTML page of a run, a sweep, a fit or an analysis");
  auto options = std::make_shared<ReportOptions>();
  command
      .add_option("DIR", options->folder,
                  "Run directory, or folder of a sweep, a fit, several fits or an analysis")
      .required();
  command.add_option("--out", options->out, "File to write [DIR/report.html]").not_empty();
  command.add_flag("--force", options->force, "Overwrite an existing file");
  command.examples({"morula report runs/life", "morula report sweeps/extinction",
                    "morula report fits/dividing-cells --out fit.html"});
  command.on_call([options] { write_report(*options); });
}

}  // namespace morula
