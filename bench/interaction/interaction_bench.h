// Our engines of competing species, measured on one backend and compared with ceilings.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/compared.h"
#include "bench/measured.h"
#include "bench/pereira/pereira_bench.h"

namespace morula {

// A rate and two ceilings: a copy of the lattice as bytes, and its draws alone.
struct InteractionRate {
  Measured measured;
  unsigned threads = 0;               // none on a device
  double calls_of_a_word = 0;         // of Philox, for 32 blocks; 0 if draws are made otherwise
  double draws_alone_per_second = 0;  // interactions, if nothing but these calls were made

  double of_draws() const { return measured.updates_per_second / draws_alone_per_second; }
};
Compared<InteractionRate> bench_interaction(const Backend& backend);

// Many small lattices in one batch, and single large ones.
struct BatchRate {
  std::string what;
  std::uint64_t sites = 0;
  double interactions_per_second = 0;
};
std::vector<BatchRate> bench_replicas(const Backend& backend);

// Seconds of a generation without counting, and with a count every few generations.
struct CountedRun {
  unsigned side = 0;
  double uncounted_seconds = 0, counted_seconds = 0;

  double counting() const { return 1 - uncounted_seconds / counted_seconds; }  // fraction of the counted run
};

struct CountingCost {
  Compared<CountingTime> ways;
  std::vector<CountedRun> runs;
};
CountingCost bench_counting(const Backend& backend);

}  // namespace morula
