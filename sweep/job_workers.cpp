#include "sweep/job_workers.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <system_error>

#include "core/bytes.h"
#include "core/error.h"
#include "gpu/shared_programs.h"

namespace morula::sweep {

// A worker waits here until there is enough memory for its job. A job that needs more than all of the memory
// runs alone.
class JobWorkers::Room {
 public:
  explicit Room(std::uint64_t bytes) : bytes_(bytes) {}
  void enter(std::uint64_t bytes) {
    std::unique_lock lock(mutex_);
    memory_freed_.wait(lock, [&] { return inside_ == 0 || used_ + bytes <= bytes_; });
    used_ += bytes;
    ++inside_;
  }
  void leave(std::uint64_t bytes) {
    {
      const std::scoped_lock lock(mutex_);
      used_ -= bytes;
      --inside_;
    }
    memory_freed_.notify_all();
  }

 private:
  std::uint64_t bytes_, used_ = 0;
  unsigned inside_ = 0;
  std::mutex mutex_;
  std::condition_variable memory_freed_;
};

// A share of the memory, since other programs use the machine as well.
std::uint64_t memory_to_share(int processes) {
  return available_memory() / 5 * 4 / static_cast<std::uint64_t>(std::max(1, processes));
}

unsigned workers_for(const Backend& backend, std::size_t jobs, std::uint64_t largest, std::uint64_t memory) {
  if (backend.device || jobs == 0) return 1;
  const std::uint64_t fit = std::max<std::uint64_t>(1, memory / std::max<std::uint64_t>(1, largest));
  return static_cast<unsigned>(std::min({std::uint64_t{backend.threads->size()}, std::uint64_t{jobs}, fit}));
}

JobWorkers::JobWorkers(const PointModels& models, const Plan& plan, const Backend& backend,
                       const std::filesystem::path& folder, unsigned workers, std::uint64_t memory,
                       JobDesk& desk)
    : models_(models),
      plan_(plan),
      backend_(backend),
      folder_(folder),
      workers_(workers),
      desk_(desk),
      device_(backend.device_name()),
      room_(std::make_unique<Room>(memory)) {
  try {
    for (unsigned worker = 0; worker < workers; ++worker)
      threads_.emplace_back([this, worker] { work(worker); });
  } catch (const std::system_error&) {
    desk_.end_all(std::current_exception());
    workers_gone_ += workers - static_cast<unsigned>(threads_.size());
  }
}

JobWorkers::~JobWorkers() { wait(); }

void JobWorkers::wait() {
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

Backend JobWorkers::backend_for_worker() const {
  if (backend_.device) return {backend_.kind, backend_.threads, gpu::sharing_programs(backend_.device)};
  const unsigned threads = std::max(1u, backend_.threads->size() / workers_);
  return {BackendKind::Cpu, std::make_shared<ThreadPool>(threads), nullptr};
}

void JobWorkers::work(unsigned worker) noexcept {
  try {
    const Backend backend = backend_for_worker();
    while (const std::optional<Job> job = desk_.next()) {
      if (desk_.is_over()) {
        desk_.stopped();
        break;
      }
      room_->enter(job->bytes);
      run_one(worker, *job, backend);
      room_->leave(job->bytes);
    }
  } catch (...) {
    desk_.end_all(std::current_exception());
  }
  ++workers_gone_;
}

void JobWorkers::run_one(unsigned worker, const Job& job, const Backend& backend) {
  Hooks hooks;
  hooks.stop_wanted = [this] { return desk_.is_over(); };
  hooks.progress = [&](const Progress& progress) { desk_.show(worker, job, progress); };
  try {
    auto records = run_job(models_, plan_, job, backend, folder_, hooks);
    if (!records) return desk_.stopped();
    for (RunRecord& record : *records) {
      record.backend = to_string(backend.kind);
      record.device = device_;
    }
    desk_.done(worker, job, *records);
  } catch (const FileError&) {
    desk_.end_all(std::current_exception());  // all runs write to the same disk
  } catch (const std::filesystem::filesystem_error&) {
    desk_.end_all(std::current_exception());
  } catch (const DeviceLost&) {
    desk_.end_all(std::current_exception());
  } catch (const std::bad_alloc&) {
    desk_.failed(worker, job, "out of memory");
  } catch (const std::exception& error) {
    desk_.failed(worker, job, error.what());
  } catch (...) {
    desk_.end_all(std::current_exception());
  }
}

}  // namespace morula::sweep
