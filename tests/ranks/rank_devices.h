// Devices for ranks that are threads of this process.
#pragma once

#include <algorithm>
#include <vector>

#include "gpu/device.h"

namespace morula::test {

// GPUs, and where there is none the OpenCL devices that are processors: PoCL 5 fails an assertion of its own
// when several threads release programs, and nobody mixes the two.
inline std::vector<gpu::DeviceInfo> devices_for_ranks(gpu::Api api) {
  std::vector<gpu::DeviceInfo> devices = gpu::find_devices(api).devices;
  const auto is_cpu = [](const gpu::DeviceInfo& device) { return device.is_cpu; };
  if (!std::ranges::all_of(devices, is_cpu)) std::erase_if(devices, is_cpu);
  return devices;
}

}  // namespace morula::test
