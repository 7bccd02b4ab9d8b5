// Layers of bit planes on a device, packed as they lie in memory, in the form in which ranks exchange them:
// see bitplane_states_kernels.h.
#pragma once

#include <memory>
#include <span>

#include "gpu/device.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

class PlaneLayers {
 public:
  // A row has `words` words of each parity in each plane. The `program` of a whole lattice, which sends
  // nothing, has no such kernels.
  PlaneLayers(gpu::Device& device, gpu::Program& program, const InteractionSpec& interaction, u64 words);

  u64 layer_bytes() const { return layer_words_ * sizeof(u32); }  // of all replicas
  void read(gpu::Buffer& planes, Index first, std::span<std::byte> layers);
  void write(gpu::Buffer& planes, Index first, std::span<const std::byte> layers);

 private:
  void make_room(u64 bytes);
  void convert(const gpu::Kernel& kernel, gpu::Buffer& planes, Index first, u64 bytes);

  gpu::Device& device_;
  u64 rows_in_layer_, layer_words_;
  std::unique_ptr<gpu::Kernel> gather_, scatter_;
  std::unique_ptr<gpu::Buffer> message_;
};

}  // namespace morula
