#include "sweep/jobs.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/bytes.h"
#include "core/error.h"
#include "gpu/shared_programs.h"
#include "models/catalogue.h"

namespace morula::sweep {
namespace {

bool may_batch(const Spec& spec, const Plan& plan) {
  return spec.replicas && !spec.initial_run && !plan.keep.frames && !plan.keep.state;
}

// As many of `which` as fit in one batch, from its first on.
Replicas fitting(const PointModels& models, std::size_t point, Replicas which, const Backend& backend) {
  for (;; which.count /= 2) {
    const auto problem = misfit(models.read(point, which), backend);
    if (!problem) return which;
    if (which.count == 1) throw SpecError({*problem});
  }
}

// Memory that runs may take together: not all, since others use the machine as well.
std::uint64_t memory_to_share() { return available_memory() / 5 * 4; }

// A worker waits here until its job's memory is free. A job that needs more than there is runs alone.
class Room {
 public:
  explicit Room(std::uint64_t bytes) : bytes_(bytes) {}
  void enter(std::uint64_t bytes) {
    std::unique_lock lock(mutex_);
    left_.wait(lock, [&] { return inside_ == 0 || used_ + bytes <= bytes_; });
    used_ += bytes;
    ++inside_;
  }
  void leave(std::uint64_t bytes) {
    {
      const std::scoped_lock lock(mutex_);
      used_ -= bytes;
      --inside_;
    }
    left_.notify_all();
  }

 private:
  std::uint64_t bytes_, used_ = 0;
  unsigned inside_ = 0;
  std::mutex mutex_;
  std::condition_variable left_;
};

class JobRunner {
 public:
  using Done = std::function<void(const std::vector<RunRecord>&)>;

  JobRunner(const std::vector<Job>& jobs, const PointModels& models, const Plan& plan, const Backend& backend,
            const std::filesystem::path& folder, bool fail_fast, const SweepHooks& hooks, const Done& done)
      : jobs_(jobs),
        models_(models),
        plan_(plan),
        backend_(backend),
        folder_(folder),
        fail_fast_(fail_fast),
        hooks_(hooks),
        done_(done),
        room_(memory_to_share()),
        device_(backend.device_name()) {
    for (const Job& job : jobs) progress_.runs += job.which.count;
  }

  JobsOutcome run() {
    const unsigned all = backend_.threads->size(), workers = workers_for(all);
    under_way_.resize(workers);
    std::vector<std::thread> others;
    for (unsigned worker = 1; worker < workers; ++worker)
      others.emplace_back([this, worker, all, workers] { work(worker, all / workers); });
    work(0, all / workers);
    for (std::thread& other : others) other.join();
    if (fatal_) std::rethrow_exception(fatal_);
    std::ranges::sort(outcome_.failures, {},
                      [](const Failure& one) { return std::pair(one.point, one.replica); });
    return outcome_;
  }

 private:
  // A device takes one batch after the other.
  unsigned workers_for(unsigned threads) const {
    if (backend_.device || jobs_.empty()) return 1;
    const std::uint64_t largest =
        std::max<std::uint64_t>(1, std::ranges::max_element(jobs_, {}, &Job::bytes)->bytes);
    const std::uint64_t fit = std::max<std::uint64_t>(1, memory_to_share() / largest);
    return static_cast<unsigned>(std::min({std::uint64_t{threads}, std::uint64_t{jobs_.size()}, fit}));
  }

  Backend backend_for_worker(unsigned threads) const {
    if (backend_.device) return {backend_.kind, backend_.threads, gpu::sharing_programs(backend_.device)};
    return {BackendKind::Cpu, std::make_shared<ThreadPool>(std::max(1u, threads)), nullptr};
  }

  bool is_over() const { return stopping_ || hooks_.stop_wanted(); }

  void work(unsigned worker, unsigned threads) noexcept {
    try {
      const Backend own = backend_for_worker(threads);
      for (std::size_t next = next_++; next < jobs_.size(); next = next_++) {
        if (is_over()) return note_stop();
        room_.enter(jobs_[next].bytes);
        run_one(worker, jobs_[next], own);
        room_.leave(jobs_[next].bytes);
      }
    } catch (...) {
      end_all();
    }
  }

  void run_one(unsigned worker, const Job& job, const Backend& own) noexcept {
    Hooks hooks;
    hooks.stop_wanted = [this] { return is_over(); };
    hooks.progress = [&](const Progress& progress) { show(worker, job, progress); };
    try {
      auto records = run_job(models_, plan_, job, own, folder_, hooks);
      if (!records) return note_stop();
      for (RunRecord& record : *records) {
        record.backend = to_string(own.kind);
        record.device = device_;
      }
      const std::scoped_lock lock(mutex_);
      done_(*records);
      finished(worker, job, *records);
    } catch (const FileError&) {
      end_all();  // the disk is everybody's
    } catch (const std::filesystem::filesystem_error&) {
      end_all();
    } catch (const DeviceLost&) {
      end_all();
    } catch (const std::bad_alloc&) {
      fail(worker, job, "out of memory");
    } catch (const std::exception& error) {
      fail(worker, job, error.what());
    } catch (...) {
      end_all();
    }
  }

  void note_stop() {
    const std::scoped_lock lock(mutex_);
    outcome_.stopped = true;
  }

  void end_all() noexcept {
    const std::scoped_lock lock(mutex_);
    if (!fatal_) fatal_ = std::current_exception();
    stopping_ = true;
  }

  void fail(unsigned worker, const Job& job, const std::string& message) {
    const std::scoped_lock lock(mutex_);
    for (std::uint64_t i = 0; i < job.which.count; ++i)
      outcome_.failures.push_back({job.point, job.which.first + i, message});
    if (fail_fast_) stopping_ = true;
    outcome_.stopped |= fail_fast_;
    finished(worker, job, {});
  }

  // Under the lock.
  void finished(unsigned worker, const Job& job, const std::vector<RunRecord>& records) {
    under_way_[worker] = {};
    progress_.runs_done += job.which.count;
    for (const RunRecord& record : records) updates_done_ += record.updates;
    tell();
  }

  struct UnderWay {
    double runs = 0;
    std::uint64_t updates = 0;
  };

  void show(unsigned worker, const Job& job, const Progress& progress) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return;  // another one is just being shown
    const double part = progress.end && *progress.end > 0
                            ? static_cast<double>(progress.step) / static_cast<double>(*progress.end)
                            : 0;
    under_way_[worker] = {part * static_cast<double>(job.which.count), progress.updates_done};
    progress_.unit = progress.unit;
    tell();
  }

  void tell() {
    double runs = static_cast<double>(progress_.runs_done);
    progress_.updates = updates_done_;
    for (const UnderWay& one : under_way_) {
      runs += one.runs;
      progress_.updates += one.updates;
    }
    progress_.fraction = progress_.runs > 0 ? runs / static_cast<double>(progress_.runs) : 1;
    progress_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
    hooks_.progress(progress_);
  }

  const std::vector<Job>& jobs_;
  const PointModels& models_;
  const Plan& plan_;
  const Backend& backend_;
  const std::filesystem::path& folder_;
  bool fail_fast_;
  const SweepHooks& hooks_;
  const Done& done_;
  Room room_;
  std::string device_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();

  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> stopping_ = false;
  std::mutex mutex_;  // of all below
  JobsOutcome outcome_;
  std::exception_ptr fatal_;
  SweepProgress progress_;
  std::uint64_t updates_done_ = 0;
  std::vector<UnderWay> under_way_;
};

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
                     const SweepHooks& hooks,
                     const std::function<void(const std::vector<RunRecord>&)>& done) {
  return JobRunner(jobs, models, plan, backend, folder, fail_fast, hooks, done).run();
}

}  // namespace morula::sweep
