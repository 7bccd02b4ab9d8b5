#include "sweep/run_sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/error.h"
#include "core/rank_zero.h"
#include "io/durable_file.h"
#include "sweep/job_ranks.h"
#include "sweep/kept_sweep.h"
#include "sweep/sweep_file_names.h"
#include "sweep/sweep_folder.h"

namespace morula::sweep {
namespace {

namespace fs = std::filesystem;

RunKey key_of(const Plan& plan, const PlannedRun& run) {
  return {plan.points[run.point].id.value, run.replica};
}

std::vector<PlannedRun> missing_from(const Records& records, const Plan& plan,
                                     const std::vector<PlannedRun>& runs) {
  std::vector<PlannedRun> missing;
  for (const PlannedRun& run : runs)
    if (!records.contains(key_of(plan, run))) missing.push_back(run);
  return missing;
}

// The records of the runs that are already done. A slice also leaves out the runs that the whole sweep has
// done.
Records done_already(const SweepFolder& folder, const SweepRequest& request, const Plan& plan) {
  Records records = folder.records();
  if (!request.task || request.replace) return records;
  const auto plan_of_sweep = plan_in(request.folder);
  if (plan_of_sweep && difference(*plan_of_sweep, plan).empty())
    records.merge(records_in(request.folder, plan, {request.folder}));
  return records;
}

struct Slice {
  Task task;
  fs::path folder;
};

std::vector<Slice> slices_of(const fs::path& folder) {
  std::vector<Slice> slices;
  for (const Task& task : tasks_in(folder)) slices.push_back({task, task_folder(folder, task)});
  return slices;
}

// The common plan of all slices. Throws SpecError if a slice belongs to another sweep.
Plan common_plan(const fs::path& folder, const std::vector<Slice>& slices) {
  std::optional<Plan> plan = plan_in(folder);
  for (const Slice& slice : slices) {
    const auto slice_plan = plan_in(slice.folder);
    if (!slice_plan) continue;
    if (plan && !difference(*plan, *slice_plan).empty() && !difference(*slice_plan, *plan).empty())
      throw SpecError(
          {slice.folder.string()}, "",
          fmt::format("is a slice of another sweep: {}; remove it", difference(*plan, *slice_plan)));
    if (!plan || difference(*plan, *slice_plan).empty()) plan = slice_plan;
  }
  if (!plan) throw SpecError({folder.string()}, "", "holds no sweep and no slices of one");
  return *plan;
}

void refuse_missing(const fs::path& folder, const Plan& plan, const std::vector<Slice>& slices,
                    const Records& records) {
  if (missing_from(records, plan, runs_of(plan)).empty()) return;
  std::vector<Problem> problems;
  std::uint64_t before = 0;
  for (const Slice& slice : slices) {
    if (slice.task.count == before) continue;
    before = slice.task.count;
    for (std::uint64_t number = 1; number <= slice.task.count && problems.size() < most_problems; ++number) {
      const Task task{number, slice.task.count};
      const auto runs = runs_of(plan, task), missing = missing_from(records, plan, runs);
      if (missing.empty()) continue;
      problems.push_back(
          {{folder.string()},
           "",
           fmt::format("task {} is not done: {} of its {} runs are missing; run it with --task {}",
                       to_string(task), missing.size(), runs.size(), to_string(task))});
    }
  }
  if (problems.empty())
    problems.push_back({{folder.string()}, "", "has no slices, and the sweep is not done; run it"});
  throw SpecError(problems);
}

// Moves the kept files of runs to the folder in which a single process would have written them.
void move_kept(const fs::path& from, const fs::path& folder) {
  if (!fs::is_directory(from / "runs")) return;
  for (const auto& point : fs::directory_iterator(from / "runs"))
    for (const auto& run : fs::directory_iterator(point.path())) {
      const fs::path place = folder / "runs" / point.path().filename() / run.path().filename();
      fs::create_directories(place);
      io::remove_named(place, kept_file_names());
      for (const std::string& name : io::find_files(run.path(), kept_file_names()).named) {
        fs::create_directories((place / name).parent_path());
        fs::rename(run.path() / name, place / name);
      }
    }
  io::remove_empty_folders(from / "runs");
}

// Returns the names of the files.
std::vector<std::string> write_results(const SweepFolder& folder, const Plan& plan,
                                       const SweepRequest& request, std::size_t runs,
                                       const std::vector<Failure>& failures) {
  const fs::path& place = folder.path();
  if (plan.keep.series && fs::exists(place / "runs")) io::sync_all(place / "runs");
  if (!request.task) return write_sweep_files(place, plan, folder.records(), failures);
  write_task_file(place, plan, *request.task, runs, failures);
  return {fs::relative(place / "task.json", request.folder).generic_string()};
}

}  // namespace

Plan resumed_plan(const fs::path& folder, const Plan& wanted) {
  auto begun = plan_in(folder);
  if (const std::string why = difference(*begun, wanted); !why.empty())
    throw SpecError({folder.string()}, "",
                    fmt::format("cannot be resumed, since its source/ has changed: {}; put it back", why));
  begun->files = wanted.files;
  return *begun;
}

SweepOutcome run_sweep(const PointModels& models, const Plan& plan, const Backend& backend,
                       const SweepRequest& request, const SweepHooks& hooks, Communicator& ranks) {
  const fs::path place = request.task ? task_folder(request.folder, *request.task) : request.folder;
  const std::vector<PlannedRun> runs = request.task ? runs_of(plan, *request.task) : runs_of(plan);
  std::optional<SweepFolder> folder;
  std::vector<Job> jobs;
  SweepOutcome outcome;
  outcome.runs = runs.size();
  rank_zero_does(ranks, [&] {
    check_folder(place, plan, request.replace);
    if (request.task) check_folder_of_slices(request.folder, plan);
    check_fit(models, backend);
    folder.emplace(place, plan, request.replace);
    if (!request.is_resumed && !plan.source.empty()) write_source(source_of(models, plan.files), place);
    const std::vector<PlannedRun> missing = missing_from(done_already(*folder, request, plan), plan, runs);
    jobs = jobs_for(missing, models, plan, backend);
    if (!missing.empty()) request.task ? void(fs::remove(place / "task.json")) : folder->remove_results();
    outcome.done_before = runs.size() - missing.size();
    hooks.begun(outcome.runs, outcome.done_before);
  });
  JobsOutcome jobs_outcome = run_jobs(
      jobs, models, plan, backend, place, request.fail_fast, hooks,
      [&](const std::vector<RunRecord>& records) { folder->add(records); }, ranks);
  outcome.stopped = jobs_outcome.stopped;
  outcome.failures = std::move(jobs_outcome.failures);
  rank_zero_does(ranks, [&] {
    folder->sync();
    if (!outcome.stopped)
      outcome.files = write_results(*folder, plan, request, runs.size(), outcome.failures);
  });
  return outcome;
}

void serve_sweep(const PointModels& models, const Plan& plan, const Backend& backend, Communicator& ranks,
                 const std::function<bool()>& stop_wanted) {
  const auto by_rank_zero = [] {};
  rank_zero_does(ranks, by_rank_zero);
  serve_jobs(ranks, models, plan, backend, stop_wanted);
  rank_zero_does(ranks, by_rank_zero);
}

void write_results_so_far(const fs::path& folder, const fs::path& into) {
  Plan plan = *plan_in(folder);
  const Records records = records_in(folder, plan, {folder});
  plan.keep = {};  // so that kept files stay where they are
  write_sweep_files(into, plan, records, {});
}

Gathered gather_sweep(const fs::path& folder) {
  if (!fs::is_directory(folder)) throw SpecError({folder.string()}, "", "is not a folder");
  const std::vector<Slice> slices = slices_of(folder);
  Gathered gathered{common_plan(folder, slices), {}};
  const Plan& plan = gathered.plan;
  Records records = records_in(folder, plan, {folder});
  std::vector<Failure> failures;
  for (const Slice& slice : slices) {
    records.merge(records_in(slice.folder, plan, {slice.folder, folder}));
    for (Failure& failure : failures_in(slice.folder, plan)) failures.push_back(std::move(failure));
  }
  Records known = records;  // includes failed runs, which are not missing
  for (const Failure& failure : failures) known.insert({key_of(plan, {failure.point, failure.replica}), {}});
  refuse_missing(folder, plan, slices, known);
  std::erase_if(failures, [&](const Failure& failure) {
    return records.contains(key_of(plan, {failure.point, failure.replica}));
  });
  std::ranges::sort(failures, {},
                    [](const Failure& failure) { return std::pair(failure.point, failure.replica); });

  SweepFolder sweep_folder(folder, plan, false);
  for (const Slice& slice : slices) {
    const RunLock lock(slice.folder);
    move_kept(slice.folder, folder);
    copy_source(plan.source, slice.folder, folder);
  }
  if (plan.keep.series && fs::exists(folder / "runs")) io::sync_all(folder / "runs");
  std::vector<RunRecord> added;
  for (const auto& [key, record] : records)
    if (!sweep_folder.records().contains(key)) added.push_back(record);
  sweep_folder.add(added);
  sweep_folder.sync();
  gathered.outcome.runs = plan.runs();
  gathered.outcome.failures = failures;
  gathered.outcome.files = write_sweep_files(folder, plan, sweep_folder.records(), failures);
  io::remove_named(folder, slice_file_names(folder));  // all of their content is now in the folder
  return gathered;
}

}  // namespace morula::sweep
