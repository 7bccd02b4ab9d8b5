// The comparison of Caux, Hill and Siregar (2011), their algorithms and ours, measured on one backend.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bench/compared.h"
#include "models/backend.h"

namespace morula {

// Their Figs 6, 8, 10 and 12: steps alone, without the copies before and after.
struct CubeTime {
  unsigned side = 0;
  std::string path;
  std::uint64_t steps = 0;  // over which the time is averaged
  double seconds_per_step = 0;
  double speed_up = 0;  // over the sequential loop on one core, for the same cube
};

// Their Figs 3, 5, 7, 9 and 11: including copies to and from the device.
struct StepsTime {
  unsigned side = 0;
  std::string path;
  std::uint64_t steps = 0;
  double seconds_per_step = 0;
};

// Their Fig. 4.
struct TransferTime {
  unsigned side = 0;
  std::string path;
  std::uint64_t bytes = 0;                // of a cube on the host
  double to_device = 0, from_device = 0;  // seconds
  std::optional<double> allocate;         // of both cubes of a step; our engine allocates its own
};

Compared<CubeTime> compare_cubes(const Backend& backend);
Compared<StepsTime> compare_steps(const Backend& backend);
Compared<TransferTime> compare_transfers(const Backend& backend);  // nothing without a device

}  // namespace morula
