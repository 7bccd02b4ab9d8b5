#include "bench/ranks/sweeping.h"

#include <algorithm>
#include <chrono>
#include <span>

namespace morula {

void Sweeping::sweep(double seconds, double each_round) {
  threads_.on_each_thread([&](unsigned thread) { sweep_part(thread, seconds, each_round); });
}

void Sweeping::sweep_part(unsigned thread, double seconds, double each_round) {
  constexpr std::size_t most_at_once = std::size_t{1} << 12;  // words
  const std::size_t begin = words_.size() * thread / next_.size(),
                    end = words_.size() * (thread + 1) / next_.size();
  const std::span<std::uint64_t> part(words_.data() + begin, end - begin);
  const auto begun = std::chrono::steady_clock::now();
  const auto since = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  };
  double rounds = 0;
  for (double spent = 0; spent < seconds; spent = since()) {
    if (part.empty() || rounds * each_round > spent) continue;  // ahead of schedule
    const std::size_t words = std::min(most_at_once, part.size() - next_[thread]);
    for (std::uint64_t& word : part.subspan(next_[thread], words)) word ^= 1;
    next_[thread] = (next_[thread] + words) % part.size();
    rounds += static_cast<double>(words) / static_cast<double>(part.size());
  }
}

}  // namespace morula
