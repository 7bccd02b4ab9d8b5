// Drivers that are known to be broken. The program does not choose their devices by itself (`--backend
// auto`), and `morula devices` says why; a user can still name them (`--backend opencl --device N`).
#pragma once

#include <string>
#include <string_view>

#include "gpu/device.h"

namespace morula::gpu {

// Why devices with this driver, as DeviceInfo has it, are left out; empty if nothing is known against it.
std::string known_fault(std::string_view driver);

// `auto` chooses GPUs whose driver has no known fault. CPUs are left out: they are quicker without OpenCL.
inline bool is_for_auto(const DeviceInfo& device) {
  return !device.is_cpu && known_fault(device.driver).empty();
}

}  // namespace morula::gpu
