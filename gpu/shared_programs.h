// Successive runs on one device that compile the same text compile it only once.
#pragma once

#include <memory>

#include "gpu/device.h"

namespace morula::gpu {

// The same device, which keeps every program that it has built for as long as it lives.
std::shared_ptr<Device> sharing_programs(std::shared_ptr<Device> device);

}  // namespace morula::gpu
