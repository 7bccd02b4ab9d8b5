// A barrier for threads that meet again after microseconds. std::barrier soon puts a waiting thread to sleep,
// and waking it takes longer than these short waits.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace morula {

class SpinBarrier {
 public:
  explicit SpinBarrier(std::uint32_t threads) : threads_(threads), awaited_(threads) {}

  // Whatever a thread wrote before the barrier is visible to all threads after it.
  void arrive_and_wait() {
    arrive_and_wait([] {});
  }

  // The thread that arrives last calls `finish`, which sees what all threads have written, while the others
  // wait.
  template <typename Finish>
  void arrive_and_wait(Finish finish) {
    const std::uint32_t round = round_.load(std::memory_order_relaxed);
    if (awaited_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      finish();
      awaited_.store(threads_, std::memory_order_relaxed);
      round_.store(round + 1, std::memory_order_release);
      round_.notify_all();
      return;
    }
    const int spins = spins_.load(std::memory_order_relaxed);
    for (int i = 0; i < spins; ++i) {
      if (round_.load(std::memory_order_acquire) != round) {
        spins_.store(std::min(2 * spins, most_spins), std::memory_order_relaxed);
        return;
      }
      relax();
    }
    spins_.store(std::max(spins / 2, least_spins), std::memory_order_relaxed);
    round_.wait(round, std::memory_order_acquire);
  }

 private:
  // Some tens of microseconds. If the wait is longer, another thread has no core, so the waiting thread must
  // give up its own; as long as this happens, threads spin less and less.
  static constexpr int most_spins = 2048, least_spins = 64;

  static void relax() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("isb");
#endif
  }

  const std::uint32_t threads_;
  alignas(64) std::atomic<std::uint32_t> awaited_;
  alignas(64) std::atomic<std::uint32_t> round_ = 0;
  alignas(64) std::atomic<int> spins_ = most_spins;
};

}  // namespace morula
