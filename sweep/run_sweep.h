// Runs a sweep from its plan to its files, runs slices of it, and gathers slices.
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
  bool is_resumed = false;  // the sweep was read from the copies in its folder
};

struct SweepOutcome {
  bool stopped = false;  // before all runs were done
  std::uint64_t runs = 0, done_before = 0;
  std::vector<Failure> failures;
  std::vector<std::string> files;  // the names of the files that were written at the end
};

// The plan of a sweep that is resumed: the one in its folder. `wanted` was read from the copies in the
// folder; throws SpecError if these have changed.
Plan resumed_plan(const std::filesystem::path& folder, const Plan& wanted);

// Runs the sweep, or continues one that was stopped. An error in the request throws SpecError before anything
// is written; a later failure keeps the runs that are done. Rank 0 calls this while all other ranks are in
// serve_sweep().
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

// Writes the tables and figures of the finished runs of a sweep that was stopped into another folder.
void write_results_so_far(const std::filesystem::path& folder, const std::filesystem::path& into);

// Writes runs.csv and all other files, sweep.json last. Returns their names.
std::vector<std::string> write_sweep_files(const std::filesystem::path& folder, const Plan& plan,
                                           const Records& records, const std::vector<Failure>& failures);

}  // namespace morula::sweep
