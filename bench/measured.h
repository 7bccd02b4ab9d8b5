// Rates, and the ceiling with which they are compared.
#pragma once

#include <string>
#include <vector>

#include "io/json.h"
#include "models/backend.h"

namespace morula {

// One line of a table: a rate, and the fraction of the ceiling that it reaches.
struct Measured {
  std::string family, what, backend;
  double updates_per_second = 0;
  std::string unit;
  double bytes_per_second = 0;  // of state read and written
  double ceiling = 0;           // bytes per second of a copy, measured in the same run
};

io::Json as_json(const Measured& row);

// Whether the device is not the host's own processor, so that large lattices may be measured.
inline bool is_gpu(const Backend& backend) { return backend.device && !backend.device->info().is_cpu; }

// Bytes read and written per second by a copy between two buffers of this size.
double copy_rate(const Backend& backend, std::uint64_t bytes);

// Seconds from one launch to the next, for a kernel that does nothing.
double seconds_of_a_launch(gpu::Device& device);

}  // namespace morula
