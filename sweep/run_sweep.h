// A sweep from its plan to its files; slices of it, and their gathering.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sweep/jobs.h"
#include "sweep/tasks.h"

namespace morula::sweep {

struct SweepRequest {
  std::filesystem::path folder;
  std::optional<Task> task;
  bool fail_fast = false;
  bool replace = false;
  bool is_resumed = false;  // by what the folder keeps of its files
};

struct SweepOutcome {
  bool stopped = false;  // and there are runs left to do
  std::uint64_t runs = 0, done_before = 0;
  std::vector<Failure> failures;
  std::vector<std::string> files;  // that were written at the end
};

// The plan of a sweep that is resumed: the one in its folder. `wanted` was read from the copies in the
// folder; throws SpecError if these have changed.
Plan resumed_plan(const std::filesystem::path& folder, const Plan& wanted);

// Goes on where an earlier call has stopped. Everything wrong with the request throws SpecError before
// anything is written; whatever fails later leaves the runs that are done. Rank 0 calls it, while all other
// ranks are in serve_sweep.
SweepOutcome run_sweep(const PointModels& models, const Plan& plan, const Backend& backend,
                       const SweepRequest& request, const SweepHooks& hooks, Communicator& ranks);

// On every other rank: carries out the runs that rank 0 hands out.
void serve_sweep(const PointModels& models, const Plan& plan, const Backend& backend, Communicator& ranks,
                 const std::function<bool()>& stop_wanted);

// Joins the slices of a folder into the files of the whole sweep. Throws SpecError if some are missing.
struct Gathered {
  Plan plan;
  SweepOutcome outcome;
};
Gathered gather_sweep(const std::filesystem::path& folder);

// The tables and figures of a sweep that was stopped, from the runs that are done, into another folder.
void write_results_so_far(const std::filesystem::path& folder, const std::filesystem::path& into);

// runs.csv and all other files, sweep.json last. Returns their names.
std::vector<std::string> write_sweep_files(const std::filesystem::path& folder, const Plan& plan,
                                           const Records& records, const std::vector<Failure>& failures);

}  // namespace morula::sweep
