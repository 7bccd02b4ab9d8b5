// Devices for ranks that are threads of this process.
#pragma once

#include <algorithm>
#include <vector>

#include "gpu/device.h"

namespace morula::test {

// GPUs, and where there is none the OpenCL devices that are processors: PoCL 5 fails an assertion of its own
// when several threads release programs, and nobody mixes the two. PoCL 3.1 has been seen to fail one, in
// pocl_release_dlhandle_cache, on a busy machine when several sessions launched the same kernel for the first
// time.
inline std::vector<gpu::DeviceInfo> devices_for_ranks(gpu::Api api) {
  std::vector<gpu::DeviceInfo> devices = gpu::find_devices(api).devices;
  const auto is_cpu = [](const gpu::DeviceInfo& device) { return device.is_cpu; };
  if (!std::ranges::all_of(devices, is_cpu)) std::erase_if(devices, is_cpu);
  return devices;
}

}  // namespace morula::test
