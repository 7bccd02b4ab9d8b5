// The remaining runs as jobs, and how the jobs share the machine.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/communicator.h"
#include "sweep/sweep_run.h"

namespace morula::sweep {

using RunKey = std::pair<std::uint64_t, std::uint64_t>;  // the id of the point, and the replica
using Records = std::map<RunKey, RunRecord>;

struct PlannedRun {
  std::size_t point = 0;
  std::uint64_t replica = 0;
};

// Divides the runs into jobs. On a device, if the family can run batches, consecutive replicas of a point
// form a batch that is as large as the memory allows; otherwise each run is a job. Throws SpecError if a
// single run does not fit into memory.
std::vector<Job> jobs_for(const std::vector<PlannedRun>& runs, const PointModels& models, const Plan& plan,
                          const Backend& backend);

// Throws SpecError if a model needs more memory than there is.
void check_fit(const PointModels& models, const Backend& backend);

struct SweepProgress {
  std::uint64_t runs_done = 0, runs = 0;
  double fraction = 0;  // of the work, including unfinished runs
  double seconds = 0;
  std::uint64_t updates = 0;  // in this process
  std::string unit;
};

struct SweepHooks {
  std::function<bool()> stop_wanted = [] { return false; };
  std::function<void(const SweepProgress&)> progress = [](const SweepProgress&) {};
  // Called before the first run, with the number of runs and the number of runs that were done earlier.
  std::function<void(std::uint64_t runs, std::uint64_t done_before)> begun = [](std::uint64_t,
                                                                                std::uint64_t) {};
};

struct Failure {
  std::size_t point = 0;
  std::uint64_t replica = 0;
  std::string message;
};

struct JobsOutcome {
  bool stopped = false;
  std::vector<Failure> failures;
};

// Carries out the jobs and hands over the records of each job when it is done; calls do not overlap. Small
// runs share the processor, one thread for each run. A file that cannot be written ends all runs. Other
// ranks, if there are any, are in serve_jobs() (job_ranks.h) and take jobs too.
JobsOutcome run_jobs(const std::vector<Job>& jobs, const PointModels& models, const Plan& plan,
                     const Backend& backend, const std::filesystem::path& folder, bool fail_fast,
                     const SweepHooks& hooks, const std::function<void(const std::vector<RunRecord>&)>& done,
                     Communicator& ranks);

}  // namespace morula::sweep
