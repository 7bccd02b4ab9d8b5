#include "sweep/jobs.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>

#include "core/error.h"
#include "models/catalogue.h"
#include "sweep/job_ranks.h"
#include "sweep/job_workers.h"

namespace morula::sweep {
namespace {

bool may_batch(const Spec& spec, const Plan& plan) {
  return spec.replicas && family_of(spec).computes_batches && !spec.until_when && !spec.site_columns &&
         !spec.initial_run && !plan.keep.frames && !plan.keep.state;
}

// The first replicas of `which`, as many as fit into one batch.
Replicas fitting(const PointModels& models, std::size_t point, Replicas which, const Backend& backend) {
  for (;; which.count /= 2) {
    const auto problem = misfit(models.read(point, which), backend);
    if (!problem) return which;
    if (which.count == 1) throw SpecError({*problem});
  }
}

// The job desk of the process that has all jobs.
class AllJobs final : public JobDesk {
 public:
  using Done = std::function<void(const std::vector<RunRecord>&)>;

  AllJobs(const std::vector<Job>& jobs, bool fail_fast, const SweepHooks& hooks, const Done& done)
      : jobs_(jobs), fail_fast_(fail_fast), hooks_(hooks), done_(done) {
    for (const Job& job : jobs) progress_.runs += job.which.count;
  }

  void expect(unsigned workers) { under_way_.resize(workers); }

  std::optional<Job> next() override {
    const std::size_t next = next_++;
    return next < jobs_.size() ? std::optional(jobs_[next]) : std::nullopt;
  }
  bool is_over() const override { return stopping_ || hooks_.stop_wanted(); }

  void show(unsigned worker, const Job& job, const Progress& progress) override {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return;  // another worker is showing its progress now
    const double part = progress.end && *progress.end > 0
                            ? static_cast<double>(progress.step) / static_cast<double>(*progress.end)
                            : 0;
    under_way_[worker] = {part * static_cast<double>(job.which.count), progress.updates_done};
    progress_.unit = progress.unit;
    tell();
  }

  void done(unsigned worker, const Job& job, const std::vector<RunRecord>& records) override {
    const std::scoped_lock lock(mutex_);
    done_(records);
    finished(worker, job, records);
  }

  void failed(unsigned worker, const Job& job, const std::string& message) override {
    const std::scoped_lock lock(mutex_);
    for (std::uint64_t i = 0; i < job.which.count; ++i)
      outcome_.failures.push_back({job.point, job.which.first + i, message});
    if (fail_fast_) stopping_ = true;
    outcome_.stopped |= fail_fast_;
    finished(worker, job, {});
  }

  void stopped() override {
    const std::scoped_lock lock(mutex_);
    outcome_.stopped = true;
  }

  void end_all(std::exception_ptr failure) override {
    const std::scoped_lock lock(mutex_);
    if (!fatal_) fatal_ = std::move(failure);
    stopping_ = true;
  }

  void stop() override { stopping_ = true; }
  bool has_failed() {
    const std::scoped_lock lock(mutex_);
    return fatal_ != nullptr;
  }

  JobsOutcome outcome() {
    if (fatal_) std::rethrow_exception(fatal_);
    std::ranges::sort(outcome_.failures, {},
                      [](const Failure& failure) { return std::pair(failure.point, failure.replica); });
    return outcome_;
  }

 private:
  // The caller holds the lock.
  void finished(unsigned worker, const Job& job, const std::vector<RunRecord>& records) {
    under_way_[worker] = {};
    progress_.runs_done += job.which.count;
    for (const RunRecord& record : records) {
      updates_done_ += record.updates;
      progress_.unit = record.unit;
    }
    tell();
  }

  struct UnderWay {
    double runs = 0;
    std::uint64_t updates = 0;
  };

  void tell() {
    double runs = static_cast<double>(progress_.runs_done);
    progress_.updates = updates_done_;
    for (const UnderWay& job : under_way_) {
      runs += job.runs;
      progress_.updates += job.updates;
    }
    progress_.fraction = progress_.runs > 0 ? runs / static_cast<double>(progress_.runs) : 1;
    progress_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
    hooks_.progress(progress_);
  }

  const std::vector<Job>& jobs_;
  bool fail_fast_;
  const SweepHooks& hooks_;
  const Done& done_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();

  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> stopping_ = false;
  std::mutex mutex_;  // protects all members below
  JobsOutcome outcome_;
  std::exception_ptr fatal_;
  SweepProgress progress_;
  std::uint64_t updates_done_ = 0;
  std::vector<UnderWay> under_way_;
};

std::uint64_t largest_of(const std::vector<Job>& jobs) {
  return jobs.empty() ? 0 : std::ranges::max_element(jobs, {}, &Job::bytes)->bytes;
}

}  // namespace

void check_fit(const PointModels& models, const Backend& backend) {
  for (std::size_t point = 0; point < models.points().size(); ++point)
    if (const auto problem = misfit(models.read(point, {1, 0}), backend)) throw SpecError({*problem});
}

std::vector<Job> jobs_for(const std::vector<PlannedRun>& runs, const PointModels& models, const Plan& plan,
                          const Backend& backend) {
  std::vector<Job> jobs;
  for (std::size_t i = 0; i < runs.size();) {
    const std::size_t point = runs[i].point;
    const Spec spec = models.read(point, {1, runs[i].replica});
    if (const auto problem = misfit(spec, backend)) throw SpecError({*problem});
    const bool batches = backend.device && may_batch(spec, plan);
    const std::uint64_t bytes = family_of(spec).footprint(spec, backend).host_bytes;
    while (i < runs.size() && runs[i].point == point) {
      Replicas which{1, runs[i].replica};
      while (batches && i + which.count < runs.size() && runs[i + which.count].point == point &&
             runs[i + which.count].replica == which.first + which.count)
        ++which.count;
      if (which.count > 1) which = fitting(models, point, which, backend);
      jobs.push_back({point, which, bytes});
      i += which.count;
    }
  }
  return jobs;
}

JobsOutcome run_jobs(const std::vector<Job>& jobs, const PointModels& models, const Plan& plan,
                     const Backend& backend, const std::filesystem::path& folder, bool fail_fast,
                     const SweepHooks& hooks, const std::function<void(const std::vector<RunRecord>&)>& done,
                     Communicator& ranks) {
  AllJobs desk(jobs, fail_fast, hooks, done);
  const std::uint64_t memory = memory_to_share(ranks.node().size), largest = largest_of(jobs);
  const unsigned workers = workers_for(backend, jobs.size(), largest, memory);
  desk.expect(workers + 1);  // the last number is shared by all other ranks
  JobWorkers job_workers(models, plan, backend, folder, workers, memory, desk);
  if (ranks.size() > 1)
    hand_out_jobs(ranks, {std::filesystem::absolute(folder), jobs.size(), largest}, desk, workers,
                  [&] { return desk.has_failed(); });
  job_workers.wait();
  return desk.outcome();
}

}  // namespace morula::sweep
