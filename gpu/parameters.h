// The parameters of a kernel. Both drivers check a launch against them: CUDA reads past arguments that are
// too few or too small, PoCL accepts arguments of the wrong size, and OpenCL reuses those of the previous
// launch.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "gpu/device.h"

namespace morula::gpu {

struct Parameters {
  std::string kernel;
  std::vector<std::size_t> sizes;  // bytes of each parameter; 0 if the driver does not report it

  void check(const DeviceInfo& device, std::span<const Argument> arguments) const;  // throws Error
};

std::size_t size_of_type(const std::string& name);  // of a parameter in the dialect; 0 if the type is unknown

}  // namespace morula::gpu
