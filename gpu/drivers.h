// The two drivers behind device.h.
#pragma once

#include <memory>
#include <vector>

#include "gpu/device.h"

namespace morula::gpu {

// Each throws LibraryMissing or DeviceMissing, with a readable reason, if there is no such driver or device.
std::vector<DeviceInfo> cuda_devices();
std::shared_ptr<Device> open_cuda(unsigned index);

std::vector<DeviceInfo> opencl_devices();
std::shared_ptr<Device> open_opencl(unsigned index);

}  // namespace morula::gpu
