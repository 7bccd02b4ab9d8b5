// The tables that kernels use for each replica: its random keys, its thresholds, and whether it is frozen.
#pragma once

#include <memory>

#include "gpu/device.h"
#include "models/interaction/interaction_spec.h"
#include "models/interaction/rates/action_thresholds.h"

namespace morula {

constexpr unsigned first_threshold_digits = 12;

class ReplicaTables {
 public:
  ReplicaTables(gpu::Device& device, const InteractionSpec& interaction, std::uint64_t seed);

  void freeze(std::uint64_t replica);
  void set_rates(std::uint64_t replica, const ActionThresholds& rates);

  gpu::Buffer* keys() { return keys_.get(); }
  gpu::Buffer* offset_keys() { return offset_keys_.get(); }
  // One table, or one for each replica if there is feedback.
  gpu::Buffer* thresholds() { return thresholds_.get(); }
  // In the same form, the first digits of the three thresholds of a pair, 16 bits each.
  gpu::Buffer* first_thresholds() { return first_thresholds_.get(); }
  gpu::Buffer* frozen() { return frozen_.get(); }

 private:
  gpu::Device& device_;
  std::unique_ptr<gpu::Buffer> keys_, offset_keys_, thresholds_, first_thresholds_, frozen_;
};

}  // namespace morula
