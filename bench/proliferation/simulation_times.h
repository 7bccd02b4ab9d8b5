// Our engines of dividing cells, measured on one backend and compared with their draws alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/backend.h"

namespace morula {

// A simulation takes a call of Philox for each initial cell and for each division.
struct SimulationTime {
  std::string who;
  std::optional<unsigned> threads;  // none on a device
  std::uint64_t simulations = 1;    // in one batch
  double calls = 0;                 // calls of Philox for one simulation
  double walking = 0;               // seconds for one simulation, on the device alone
  double seconds = 0;               // seconds including the counts in the bins of a score, on the host
  double most_calls = 0;            // calls per second of a loop that does nothing but draw

  double calls_per_second() const { return calls / walking; }
  double of_draws() const { return calls_per_second() / most_calls; }
};

// Bone marrow after 240 h: one core, all threads, the device.
std::vector<SimulationTime> bench_single(const Backend& backend);
// The same with other division times, many in a batch, as in a fit.
std::vector<SimulationTime> bench_batch(const Backend& backend);

}  // namespace morula
