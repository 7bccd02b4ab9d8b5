#include "libmorula/report_page.h"

#include <stdlib.h>

#include "core/error.h"
#include "report/report.h"
#include "runner/run_files.h"
#include "sweep/run_sweep.h"
#include "sweep/sweep_folder.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

// The results of a sweep that was stopped, for its report: tables of the finished runs in a temporary folder.
// The sweep's own folder gets tables only when all runs are done.
class ResultsSoFar {
 public:
  explicit ResultsSoFar(const fs::path& sweep) {
    std::string name = (fs::temp_directory_path() / "morula-report-XXXXXX").string();
    if (!mkdtemp(name.data())) throw FileError(name, "cannot be made");
    folder_ = name;
    results_ = folder_ / fs::canonical(sweep).filename();
    fs::create_directories(results_);
    sweep::write_results_so_far(sweep, results_);
  }
  ~ResultsSoFar() {
    std::error_code ignored;  // files that cannot be removed stay in a temporary folder, which does no harm
    fs::remove_all(folder_, ignored);
  }
  ResultsSoFar(const ResultsSoFar&) = delete;
  ResultsSoFar& operator=(const ResultsSoFar&) = delete;

  const fs::path& results() const { return results_; }

 private:
  fs::path folder_, results_;
};

}  // namespace

std::string page_of(const fs::path& folder) {
  const bool is_stopped_sweep =
      !is_run_folder(folder) && !fs::exists(folder / "sweep.json") && sweep::is_sweep_folder(folder);
  if (!is_stopped_sweep) return report_of(folder);
  const ResultsSoFar so_far(folder);
  return report_of(so_far.results());
}

}  // namespace morula
