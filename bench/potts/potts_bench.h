// Our engines of the cellular Potts model, measured on one backend and compared with ceilings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bench/measured.h"

namespace morula {

// A rate and its ceilings: a copy of the lattice, and its draws alone.
struct PottsRate {
  Measured measured;
  unsigned threads = 0;                         // none on a device
  double draws_per_second = 0;                  // an attempt takes one draw
  std::optional<std::uint64_t> sub_steps = {};  // of a Monte Carlo step, in the parallel order
  std::optional<double> launches = {};          // of a Monte Carlo step, on a device
  double seconds_per_step = 0;                  // a Monte Carlo step
};

struct PottsRates {
  std::vector<PottsRate> rows;
  std::optional<double> seconds_per_launch;  // of a kernel that does nothing
  std::vector<std::string> left_out;
};
PottsRates bench_potts(const Backend& backend);

// The parallel order on 1, 2, 4, … threads, up to those of the backend.
struct PottsThreads {
  std::string what;
  unsigned threads = 1;
  double attempts_per_second = 0;
  double of_linear = 1;  // the rate, divided by `threads` times the rate of one thread
};
std::vector<PottsThreads> bench_potts_threads(const Backend& backend);  // nothing on a device

}  // namespace morula
