// Drivers that are known to be broken. `--backend auto` does not choose their devices, and `morula devices`
// says why; a user can still name such a device (`--backend opencl --device N`).
#pragma once

#include <string>
#include <string_view>

#include "gpu/device.h"

namespace morula::gpu {

// Why devices with this driver (DeviceInfo::driver) are left out; empty if no fault is known.
std::string known_fault(std::string_view driver);

// `auto` chooses GPUs whose driver has no known fault. CPUs are left out, since they are faster without
// OpenCL.
inline bool is_for_auto(const DeviceInfo& device) {
  return !device.is_cpu && known_fault(device.driver).empty();
}

}  // namespace morula::gpu
