// Random initial states, drawn by a device into one of its buffers.
#pragma once

#include <memory>
#include <vector>

#include "core/field.h"
#include "gpu/device.h"
#include "models/automaton/initial/random_states.h"

namespace morula {

gpu::Source random_states_source();

class DeviceRandomStates {
 public:
  DeviceRandomStates(gpu::Device& device, u32x2 key, const std::vector<StateUpTo>& table);

  // Writes the states of the slab's cells, one byte each, to the beginning of the buffer.
  void draw(Slab slab, gpu::Buffer& states);

 private:
  gpu::Device& device_;
  u32x2 key_;
  std::uint32_t entries_;
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> kernel_;
  std::unique_ptr<gpu::Buffer> table_;
};

}  // namespace morula
