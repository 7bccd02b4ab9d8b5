// A barrier for threads that meet again after microseconds. std::barrier soon sleeps, and waking up costs
// more than these short waits.
#pragma once

#include <atomic>
#include <cstdint>

namespace morula {

class SpinBarrier {
 public:
  explicit SpinBarrier(std::uint32_t threads) : threads_(threads), awaited_(threads) {}

  // What threads wrote before is seen by all of them after.
  void arrive_and_wait() {
    const std::uint32_t round = round_.load(std::memory_order_relaxed);
    if (awaited_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      awaited_.store(threads_, std::memory_order_relaxed);
      round_.store(round + 1, std::memory_order_release);
      round_.notify_all();
      return;
    }
    for (int i = 0; i < spins; ++i) {
      if (round_.load(std::memory_order_acquire) != round) return;
      relax();
    }
    round_.wait(round, std::memory_order_acquire);
  }

 private:
  // Some tens of microseconds. Who waits longer waits for a thread that has no core, and must not keep one.
  static constexpr int spins = 2048;

  static void relax() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("isb");
#endif
  }

  const std::uint32_t threads_;
  std::atomic<std::uint32_t> awaited_;
  std::atomic<std::uint32_t> round_ = 0;
};

}  // namespace morula
