// Threads that carry out jobs, sharing the processor and the memory of one process.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <thread>
#include <vector>

#include "sweep/sweep_run.h"

namespace morula::sweep {

// Gives jobs to workers and receives their results. Several workers may call it at the same time.
class JobDesk {
 public:
  virtual ~JobDesk() = default;
  virtual std::optional<Job> next() = 0;  // nothing if the worker can end
  virtual bool is_over() const = 0;       // running jobs are to be given up
  virtual void show(unsigned worker, const Job& job, const Progress& progress) = 0;
  virtual void done(unsigned worker, const Job& job, const std::vector<RunRecord>& records) = 0;
  virtual void failed(unsigned worker, const Job& job, const std::string& message) = 0;
  virtual void stopped() = 0;                    // a job was given up
  virtual void stop() = 0;                       // give up all jobs
  virtual void end_all(std::exception_ptr) = 0;  // ends all jobs, after a failure such as a full disk
};

// The memory that each of this many processes on this machine may use for its runs.
std::uint64_t memory_to_share(int processes);

// The number of workers for this many jobs. On a device, one worker takes one batch after the other;
// otherwise there is a worker for each thread, or fewer if the memory is too small for that many jobs of the
// largest size.
unsigned workers_for(const Backend& backend, std::size_t jobs, std::uint64_t largest, std::uint64_t memory);

class JobWorkers {
 public:
  JobWorkers(const PointModels& models, const Plan& plan, const Backend& backend,
             const std::filesystem::path& folder, unsigned workers, std::uint64_t memory, JobDesk& desk);
  ~JobWorkers();  // waits for the workers
  JobWorkers(const JobWorkers&) = delete;
  JobWorkers& operator=(const JobWorkers&) = delete;

  bool have_left() const { return workers_gone_ == workers_; }
  void wait();

 private:
  class Room;
  Backend backend_for_worker() const;
  void work(unsigned worker) noexcept;
  void run_one(unsigned worker, const Job& job, const Backend& backend);

  const PointModels& models_;
  const Plan& plan_;
  const Backend& backend_;
  const std::filesystem::path& folder_;
  unsigned workers_;
  JobDesk& desk_;
  std::string device_;
  std::unique_ptr<Room> room_;
  std::atomic<unsigned> workers_gone_ = 0;
  std::vector<std::thread> threads_;
};

}  // namespace morula::sweep
