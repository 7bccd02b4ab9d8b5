#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace morula {

// A fixed pool of threads. Work is divided statically, by index, so the result never depends on which thread
// does what.
class ThreadPool {
 public:
  using Part = std::function<void(std::uint64_t begin, std::uint64_t end)>;
  using PartOfThread = std::function<void(unsigned thread)>;

  explicit ThreadPool(unsigned threads);  // at least 1; the caller is one of them
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  unsigned size() const { return static_cast<unsigned>(workers_.size()) + 1; }

  // Divides 0 … count into at most one range per thread, calls `part` for each range, and returns when all
  // are done. The first exception that a part throws is rethrown here.
  //
  // Calls from several threads wait for each other. A call from within a part runs on the calling thread
  // alone, as one range, since the other threads are busy. So parts must not wait for each other, and a part
  // must not wait for another thread that calls this pool.
  void for_ranges(std::uint64_t count, const Part& part);

  // Calls `part` once for every thread 0 … size() - 1, all at the same time, each in a thread of its own.
  // Parts may wait for each other at a barrier of size() threads. A part that throws must not leave others
  // waiting there. Must not be called from within a part.
  void on_each_thread(const PartOfThread& part);

 private:
  struct Inside;
  bool within_a_part() const;
  void share_out(std::uint64_t count, const Part& part);
  void stop();
  void work(unsigned worker);
  void run_range(unsigned worker) noexcept;

  std::vector<std::thread> workers_;
  std::mutex caller_;  // held by the caller whose parts are running
  std::mutex mutex_;
  std::condition_variable start_, done_;
  const Part* part_ = nullptr;
  std::uint64_t count_ = 0;
  std::uint64_t round_ = 0;
  unsigned running_ = 0;
  bool stopping_ = false;
  std::exception_ptr failure_;
};

unsigned hardware_threads();  // processors that this process may use; at least 1

}  // namespace morula
