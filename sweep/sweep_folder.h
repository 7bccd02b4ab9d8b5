// The folder of a sweep, or of one of its slices: whose it is, and which of its runs are done.
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
  // Opens the folder, or makes it. Throws SpecError where it is something else or another sweep's, Error
  // where another process works in it. What `replace` says goes for another sweep, never for other folders.
  SweepFolder(const std::filesystem::path& path, const Plan& plan, bool replace);

  const std::filesystem::path& path() const { return path_; }
  const Records& records() const { return records_; }
  void add(const std::vector<RunRecord>& records);
  void sync() { journal_->sync(); }

 private:
  std::filesystem::path path_;
  std::optional<RunLock> lock_;
  std::optional<io::Journal> journal_;
  Records records_;
};

// Before anything is made: throws what SweepFolder would.
void check_folder(const std::filesystem::path& path, const Plan& plan, bool replace);

// The folder that will take a slice in: it must be this sweep's, since --force replaces a slice alone.
void check_folder_of_slices(const std::filesystem::path& path, const Plan& plan);

std::optional<Plan> plan_in(const std::filesystem::path& folder);  // none where there is no plan.json
// Of its journal. Files of runs are not synced one by one: a record whose series is not in one of the `kept`
// folders, as it was written, does not count.
Records records_in(const std::filesystem::path& folder, const Plan& plan,
                   const std::vector<std::filesystem::path>& kept);

}  // namespace morula::sweep
