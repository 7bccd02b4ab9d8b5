#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/backend.h"

namespace morula {

// One line of a table: a rate, and the part of the ceiling that it reaches.
struct Measured {
  std::string family, what, backend;
  double updates_per_second = 0;
  std::string unit;
  double bytes_per_second = 0;  // of state read and written
  double ceiling = 0;           // bytes per second of a copy, measured in the same run
};

// A device that is not the host's own processor: what it is given may be large.
inline bool is_gpu(const Backend& backend) { return backend.device && !backend.device->info().is_cpu; }

// Bytes read and written per second by a copy between two buffers of this size.
double copy_rate(const Backend& backend, std::uint64_t bytes);

std::vector<Measured> bench_automaton(const Backend& backend);

// 1000 steps of a cube of 128, and what a launch costs by itself.
struct SmallLattice {
  unsigned steps_per_launch = 1;
  double seconds_per_step = 0, seconds_per_launch = 0;

  double computing() const { return 1 - seconds_per_launch / (seconds_per_step * steps_per_launch); }
};
std::optional<SmallLattice> bench_small(const Backend& backend);  // nothing on the CPU

}  // namespace morula
