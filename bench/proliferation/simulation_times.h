// Our engines of dividing cells, measured on one backend beside their ruler: their draws alone.
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
  double calls = 0;                 // of Philox, for one of them
  double walking = 0;               // seconds for one of them, on the device alone
  double seconds = 0;               // and its cells in the bins of a score on the host
  double most_calls = 0;            // per second, of a loop of nothing but draws

  double calls_per_second() const { return calls / walking; }
  double of_draws() const { return calls_per_second() / most_calls; }
};

// Bone marrow after 240 h: by one core, by all threads, by the device.
std::vector<SimulationTime> bench_single(const Backend& backend);
// The same with other times, many in a batch, as a fit has them.
std::vector<SimulationTime> bench_batch(const Backend& backend);

}  // namespace morula
