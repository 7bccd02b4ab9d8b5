// The folder of a sweep, or of one of its slices: to which sweep it belongs, and which of its runs are done.
#pragma once

#include <filesystem>
#include <optional>

#include "io/journal.h"
#include "runner/run_folder.h"
#include "sweep/jobs.h"
#include "sweep/plan.h"

namespace morula::sweep {

class SweepFolder {
 public:
  // Opens the folder, or makes it. Throws SpecError if it is not the folder of this sweep, and Error if
  // another process works in it. With `replace`, the files of another sweep are removed; the user's files in
  // that folder stay, and a folder that is not a sweep's is refused.
  SweepFolder(const std::filesystem::path& path, const Plan& plan, bool replace);

  const std::filesystem::path& path() const { return path_; }
  const Records& records() const { return records_; }
  void add(const std::vector<RunRecord>& records);
  void sync() { journal_->sync(); }

  // Removes tables and figures, which describe all runs and are out of date as soon as there is another run.
  void remove_results();

 private:
  std::filesystem::path path_;
  std::optional<RunLock> lock_;
  std::optional<io::Journal> journal_;
  Records records_;
};

// The user's files in the folder of a sweep, which stay there when the sweep is replaced.
std::vector<std::string> users_files(const std::filesystem::path& folder);

// Throws the errors of SweepFolder before anything is made.
void check_folder(const std::filesystem::path& path, const Plan& plan, bool replace);

// Checks the folder into which a slice will be gathered: it must be this sweep's, since --force replaces only
// the slice.
void check_folder_of_slices(const std::filesystem::path& path, const Plan& plan);

// The copy of the sweep file in the folder, which `morula resume` uses. Throws SpecError if there is none.
std::filesystem::path kept_sweep_file(const std::filesystem::path& folder);
bool is_sweep_folder(const std::filesystem::path& folder);

std::optional<Plan> plan_in(const std::filesystem::path& folder);  // nothing if there is no plan.json
// The records in its journal. Since files of runs are not synced one by one, a record is ignored unless one
// of the `kept` folders has the series of its run, unchanged.
Records records_in(const std::filesystem::path& folder, const Plan& plan,
                   const std::vector<std::filesystem::path>& kept);

}  // namespace morula::sweep
