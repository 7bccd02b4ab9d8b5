// One run of a sweep, or several replicas of a point in one batch.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "models/backend.h"
#include "models/spec.h"
#include "runner/stepping.h"
#include "sweep/plan.h"
#include "sweep/run_record.h"

namespace morula::sweep {

struct Job {
  std::size_t point = 0;
  Replicas which;
  std::uint64_t bytes = 0;  // host memory
};

// The folder in which the files of a run are kept: FOLDER/runs/ID/REPLICA.
std::filesystem::path run_folder(const std::filesystem::path& folder, Hash point, std::uint64_t replica);

// Carries out the job. Returns the records of its runs, without the names of backend and device, or nothing
// if it was stopped. The files to be kept are on disk by then; of a run that fails, the rows of its series.
std::optional<std::vector<RunRecord>> run_job(const PointModels& models, const Plan& plan, const Job& job,
                                              const Backend& backend, const std::filesystem::path& folder,
                                              const Hooks& hooks);

}  // namespace morula::sweep
