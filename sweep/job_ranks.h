// The jobs of a sweep as a queue for many ranks: rank 0 hands them out, receives the records and writes the
// files.
#pragma once

#include "core/communicator.h"
#include "sweep/job_workers.h"

namespace morula::sweep {

// What rank 0 tells the others at the beginning.
struct JobsNotice {
  std::filesystem::path folder;  // where files of runs are kept
  std::uint64_t jobs = 0;
  std::uint64_t largest = 0;  // memory of the largest job, in bytes
};

// Runs on rank 0, whose own workers use the same desk; at this desk, `worker` is the common number of all
// other ranks. Returns when every other rank has left, or when `has_failed` says that the sweep cannot go on.
void hand_out_jobs(Communicator& ranks, const JobsNotice& notice, JobDesk& desk, unsigned worker,
                   const std::function<bool()>& has_failed);

// On every other rank: carries out the jobs that rank 0 hands out, until there are no more. Throws every
// error except the failure of a single run.
void serve_jobs(Communicator& ranks, const PointModels& models, const Plan& plan, const Backend& backend,
                const std::function<bool()>& stop_wanted);

}  // namespace morula::sweep
