// The effect of a rank's computing on caches between two exchanges: it goes through its memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/threads.h"

namespace morula {

// Ranks take turns to be late in exchanges that are measured by themselves. This is the fraction of the time
// until the next exchange in which a rank computes.
inline double time_of_turn(int rank, std::uint64_t round) {
  return (static_cast<std::uint64_t>(rank) + round) % 2 == 0 ? 1 : 0.7;
}

class Sweeping {
 public:
  // Every thread has an equal part of the memory.
  Sweeping(std::uint64_t bytes, ThreadPool& threads)
      : threads_(threads), words_(bytes / sizeof(std::uint64_t) + 1), next_(threads.size()) {}

  // Reads and writes memory for `seconds`, beginning where the last sweep stopped. It goes through all of it
  // once in `each_round` seconds, or less often if the machine is slower.
  void sweep(double seconds, double each_round);

  std::byte* memory() { return reinterpret_cast<std::byte*>(words_.data()); }

 private:
  void sweep_part(unsigned thread, double seconds, double each_round);

  ThreadPool& threads_;
  std::vector<std::uint64_t> words_;
  std::vector<std::size_t> next_;  // where each thread continues in its part
};

}  // namespace morula
