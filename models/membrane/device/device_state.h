// The membranes of a configuration on a device: how many there are, and the buffers that hold them.
#pragma once

#include <memory>
#include <vector>

#include "gpu/device.h"
#include "models/membrane/configuration.h"

namespace morula::membrane {

using BufferPointer = std::unique_ptr<gpu::Buffer>;

constexpr u32 no_slot = 0xFFFFFFFFu;

struct DeviceTree {
  u32 membranes = 0;
  u32 slots = 0;                                      // membranes with children
  u32 levels = 0;                                     // of them
  u64 stride = 0;                                     // of columns of membranes without children
  BufferPointer classes, parents, slot_of, level_of;  // of each membrane
  BufferPointer outer, firsts, children;              // of each slot
};

// The same on the host, before it is there.
struct HostTree {
  explicit HostTree(const Configuration& configuration);
  std::vector<u32> classes, parents, slot_of, level_of, outer, firsts, children;
  u32 levels = 0;
};

}  // namespace morula::membrane
