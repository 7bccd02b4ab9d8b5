// `exclusive` on a device: launches of exclusive_kernels.h.
#pragma once

#include "models/potts/engine/device_copies.h"
#include "models/potts/exclusive/sub_steps.h"

namespace morula::potts {

class DeviceExclusive final : public DeviceCopies {
 public:
  DeviceExclusive(const PottsSpec& spec, const Energies& energies, u64 seed, gpu::Device& device,
                  gpu::Program& program);

  void allocate(u64 capacity) override;

  static u64 bytes(const PottsSpec& spec);
  static constexpr u64 bytes_of_row = 3 * sizeof(u32);  // claims, and the last change

 private:
  void make_steps(const DeviceTissue& tissue, u64 from, u64 steps, u32 time) override;
  void make_sub_step(const DeviceTissue& tissue, u64 when, u64 since, u32 time);

  SubSteps sub_steps_;
  GroupsTogether together_;
  u64 items_;  // regions of all replicas
  u64 sub_steps_at_once_;
  std::unique_ptr<gpu::Kernel> draw_origins_, find_, make_;
  std::unique_ptr<gpu::Buffer> origins_, keys_, origin_keys_, copies_, changes_, count_, claims_, changed_,
      open_, arrived_;
};

}  // namespace morula::potts
