// Slices of a sweep, one for each task of a job array.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "sweep/jobs.h"
#include "sweep/plan.h"

namespace morula::sweep {

struct Task {
  std::uint64_t number = 1, count = 1;  // the number is counted from 1
};
Task parse_task(const std::string& words);  // "3/16"; throws SpecError
std::string to_string(const Task& task);

// All runs in their order, or the runs of a task. The points are dealt out to the tasks in turn. If there are
// few points, parts of their replicas are dealt out instead, so that every task has about the same amount of
// work.
std::vector<PlannedRun> runs_of(const Plan& plan);
std::vector<PlannedRun> runs_of(const Plan& plan, const Task& task);

std::filesystem::path task_folder(const std::filesystem::path& sweep, const Task& task);
std::vector<Task> tasks_in(const std::filesystem::path& sweep);  // the tasks that have folders, in order

// Writes task.json, which says that the slice of this task is done and which of its runs have failed. Runs
// are identified by the ids of their points, not by numbers, which change if points are added to the sweep.
void write_task_file(const std::filesystem::path& folder, const Plan& plan, const Task& task,
                     std::size_t runs, const std::vector<Failure>& failures);
std::vector<Failure> failures_in(const std::filesystem::path& folder, const Plan& plan);

}  // namespace morula::sweep
