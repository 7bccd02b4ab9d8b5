#include "core/threads.h"

#include <sched.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

#include "core/error.h"

namespace morula {

ThreadPool::ThreadPool(unsigned threads) {
  try {
    for (unsigned worker = 1; worker < std::max(1u, threads); ++worker)
      workers_.emplace_back([this, worker] { work(worker); });
  } catch (const std::system_error& error) {
    stop();
    throw Error("cannot start " + std::to_string(threads) + " threads: " + error.what());
  }
}

ThreadPool::~ThreadPool() { stop(); }

void ThreadPool::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  start_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::for_ranges(std::uint64_t count, const Part& part) {
  {
    const std::lock_guard lock(mutex_);
    part_ = &part;
    count_ = count;
    running_ = static_cast<unsigned>(workers_.size());
    ++round_;
  }
  start_.notify_all();
  run_range(0);
  std::unique_lock lock(mutex_);
  done_.wait(lock, [this] { return running_ == 0; });
  part_ = nullptr;
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ThreadPool::work(unsigned worker) {
  std::uint64_t round = 0;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      start_.wait(lock, [&] { return stopping_ || round_ != round; });
      if (stopping_) return;
      round = round_;
    }
    run_range(worker);
    const std::lock_guard lock(mutex_);
    if (--running_ == 0) done_.notify_one();
  }
}

void ThreadPool::run_range(unsigned worker) noexcept {
  const std::uint64_t share = count_ / size(), rest = count_ % size();
  const std::uint64_t begin = share * worker + std::min<std::uint64_t>(worker, rest);
  const std::uint64_t end = begin + share + (worker < rest ? 1 : 0);
  if (begin == end) return;
  try {
    (*part_)(begin, end);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
}

unsigned hardware_threads() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    return static_cast<unsigned>(std::max(1, CPU_COUNT(&allowed)));
  return std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace morula
