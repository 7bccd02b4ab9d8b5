// Runs that are still to be done, and how they share the machine.
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

using RunKey = std::pair<std::uint64_t, std::uint64_t>;  // the value of a point's id, and the replica
using Records = std::map<RunKey, RunRecord>;

struct PlannedRun {
  std::size_t point = 0;
  std::uint64_t replica = 0;
};

// The runs as jobs. On a device, consecutive replicas of a point are one batch, as large as fits, if the
// family can run batches; otherwise each run is a job. Throws SpecError if a single run does not fit.
std::vector<Job> jobs_for(const std::vector<PlannedRun>& runs, const PointModels& models, const Plan& plan,
                          const Backend& backend);

// Throws SpecError where a model needs more memory than there is.
void check_fit(const PointModels& models, const Backend& backend);

struct SweepProgress {
  std::uint64_t runs_done = 0, runs = 0;
  double fraction = 0;  // of the work, runs that are under way included
  double seconds = 0;
  std::uint64_t updates = 0;  // in this process
  std::string unit;
};

struct SweepHooks {
  std::function<bool()> stop_wanted = [] { return false; };
  std::function<void(const SweepProgress&)> progress = [](const SweepProgress&) {};
  // Called before the first run: how many there are, and how many of them were done earlier.
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

// Carries the jobs out and hands over the records of each as it is done, to one caller at a time. Small runs
// share the processor, each on a thread of its own; a file that cannot be written ends them all. If there are
// other ranks, they are in serve_jobs (job_ranks.h) and take jobs too.
JobsOutcome run_jobs(const std::vector<Job>& jobs, const PointModels& models, const Plan& plan,
                     const Backend& backend, const std::filesystem::path& folder, bool fail_fast,
                     const SweepHooks& hooks, const std::function<void(const std::vector<RunRecord>&)>& done,
                     Communicator& ranks);

}  // namespace morula::sweep
