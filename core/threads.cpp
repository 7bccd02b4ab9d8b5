#include "core/threads.h"

#include <sched.h>

#include <algorithm>
#include <cassert>
#include <string>
#include <system_error>
#include <utility>

#include "core/error.h"

namespace morula {

// The pools that are running a part on this thread, the innermost first.
struct ThreadPool::Inside {
  const ThreadPool* pool;
  const Inside* outer;

  static const Inside*& of_this_thread() {
    thread_local const Inside* innermost = nullptr;
    return innermost;
  }
};

bool ThreadPool::within_a_part() const {
  for (const Inside* inside = Inside::of_this_thread(); inside != nullptr; inside = inside->outer)
    if (inside->pool == this) return true;
  return false;
}

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
  if (!within_a_part()) return share_out(count, part);
  if (count > 0) part(0, count);
}

void ThreadPool::on_each_thread(const PartOfThread& part) {
  assert(!within_a_part());
  share_out(size(), [&](std::uint64_t thread, std::uint64_t) { part(static_cast<unsigned>(thread)); });
}

void ThreadPool::share_out(std::uint64_t count, const Part& part) {
  const std::lock_guard alone(caller_);
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
  const std::uint64_t share = count_ / size(), remainder = count_ % size();
  const std::uint64_t begin = share * worker + std::min<std::uint64_t>(worker, remainder);
  const std::uint64_t end = begin + share + (worker < remainder ? 1 : 0);
  if (begin == end) return;
  const Inside inside{this, Inside::of_this_thread()};
  Inside::of_this_thread() = &inside;
  try {
    (*part_)(begin, end);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
  Inside::of_this_thread() = inside.outer;
}

unsigned hardware_threads() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
    return static_cast<unsigned>(std::max(1, CPU_COUNT(&allowed)));
  return std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace morula
