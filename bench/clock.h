// The host's clock around work that is finished when it returns.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdlib>

namespace morula {

template <typename Work>
double seconds_of(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// How long a figure is measured. Tests, which look at figures only to see that they are there, set
// MORULA_BENCH_SECONDS.
inline double seconds_of_a_figure() {
  const char* const given = std::getenv("MORULA_BENCH_SECONDS");
  return given ? std::atof(given) : 1.0;
}

// Rounds per second, of work(n) that does n rounds: as many as take that long together. Batches are powers of
// two times the first: passes of several steps divide them evenly. Kernels are built when they are first
// needed: the first batch of all is not counted, nor is one that takes much longer than the one before it.
template <typename Work>
double rounds_per_second(std::uint64_t batch, const Work& work) {
  const double long_enough = seconds_of_a_figure();
  const auto seconds_for = [&](std::uint64_t rounds) { return seconds_of([&] { work(rounds); }); };
  seconds_for(batch);
  double seconds = seconds_for(batch);
  while (seconds < long_enough / 8) {
    const double before = seconds;
    batch *= 2;
    seconds = seconds_for(batch);
    if (seconds > 4 * before) seconds = seconds_for(batch);
  }
  if (seconds >= long_enough) return static_cast<double>(batch) / seconds;
  std::uint64_t rounds = 0;
  for (seconds = 0; seconds < long_enough; rounds += batch) seconds += seconds_for(batch);
  return static_cast<double>(rounds) / seconds;
}

}  // namespace morula
