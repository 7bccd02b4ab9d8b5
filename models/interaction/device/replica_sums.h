// Counts and hashes of each replica, computed on a device by the kernels `count_replicas` and `hash_replicas`
// of byte_states_kernels.h or bitplane_states_kernels.h.
#pragma once

#include <memory>
#include <vector>

#include "core/hash.h"
#include "gpu/device.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

constexpr std::uint32_t sums_group = 128;

class ReplicaSums {
 public:
  // `program` holds the kernels; they sum over `items` sites or words in each replica.
  ReplicaSums(gpu::Device& device, gpu::Program& program, const InteractionSpec& interaction, u64 items);

  std::vector<std::uint64_t> count(gpu::Buffer& states);  // [replica · states + state]
  std::vector<Hash> hash(gpu::Buffer& states);

 private:
  gpu::Grid grid() const { return {{groups_, replicas_, 1}, {sums_group, 1, 1}}; }

  gpu::Device& device_;
  u64 replicas_, states_, groups_;
  u64 first_, end_, shift_;  // range of owned sites; canonical index minus place in memory
  std::unique_ptr<gpu::Kernel> count_, hash_;
  std::unique_ptr<gpu::Buffer> counts_, hashes_;
};

}  // namespace morula
