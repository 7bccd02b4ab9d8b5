// Whether kernels can compute in double precision.
#pragma once

#include "gpu/device.h"

namespace morula::gpu {

// Runs a kernel that reports HAS_F64 of the dialect, so that the answer is what other kernels will find.
bool has_doubles(Device& device);

}  // namespace morula::gpu
