// Work that is divided into parts, which threads claim one by one. A thread that has lost its core for a
// while claims fewer parts, instead of making the others wait.
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "core/dialect.h"

namespace morula::potts {

class ClaimedParts {
 public:
  ClaimedParts(u32 parts, u32 threads) : threads_(threads), claimed_(parts) {}

  u32 count() const { return static_cast<u32>(claimed_.size()); }

  // Returns a part that no thread has claimed in this round, or nothing if there is none. Rounds count up
  // from 1. Every thread first claims parts of its own share, so that their data stay in memory close to it.
  std::optional<u32> claim(u32 thread, u64 round) {
    const u32 parts = count();
    const u32 begin = static_cast<u32>(u64{parts} * thread / threads_);
    for (u32 i = 0; i < parts; ++i) {
      const u32 part = begin + i < parts ? begin + i : begin + i - parts;
      u64 before = claimed_[part].round.load(std::memory_order_relaxed);
      if (before != round &&
          claimed_[part].round.compare_exchange_strong(before, round, std::memory_order_relaxed))
        return part;
    }
    return std::nullopt;
  }

 private:
  struct alignas(64) Part {
    std::atomic<u64> round = 0;
  };
  u32 threads_;
  std::vector<Part> claimed_;
};

}  // namespace morula::potts
