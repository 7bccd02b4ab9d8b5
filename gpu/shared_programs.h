// Runs that follow each other on one device and compile the same text compile it once.
#pragma once

#include <memory>

#include "gpu/device.h"

namespace morula::gpu {

// The same device, which keeps every program that it has built while it lives.
std::shared_ptr<Device> sharing_programs(std::shared_ptr<Device> device);

}  // namespace morula::gpu
