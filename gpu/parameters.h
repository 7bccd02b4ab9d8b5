// What a kernel takes. Both drivers check a launch against it: CUDA reads past arguments that are too few or
// too small, PoCL takes ones of the wrong size, and OpenCL remembers those of the launch before.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "gpu/device.h"

namespace morula::gpu {

struct Parameters {
  std::string kernel;
  std::vector<std::size_t> sizes;  // bytes each; 0 where the driver does not tell

  void check(const DeviceInfo& device, std::span<const Argument> arguments) const;  // throws Error
};

std::size_t size_of_type(const std::string& name);  // of a parameter in the dialect; 0 when not known

}  // namespace morula::gpu
