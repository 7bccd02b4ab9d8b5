// Times work by the host's clock. The work is finished when its function returns.
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

// For how long a figure is measured. Tests set MORULA_BENCH_SECONDS, since they only check that figures are
// present.
inline double seconds_of_a_figure() {
  const char* const seconds_text = std::getenv("MORULA_BENCH_SECONDS");
  return seconds_text ? std::atof(seconds_text) : 1.0;
}

// Rounds per second, where work(n) does n rounds. Batches are repeated for the time of a figure. They are
// `batch` times a power of two, so that passes of several steps divide them evenly. Kernels are built when
// they are first needed; so the first batch is not counted, and neither is one that takes much longer than
// the one before it.
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
