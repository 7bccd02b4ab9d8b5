// The parallel order on a device: launches of engine/turn_kernels.h.
#pragma once

#include "models/potts/engine/device_copies.h"
#include "models/potts/order/extent_rule.h"
#include "models/potts/order/regions.h"

namespace morula::potts {

class DeviceTurns final : public DeviceCopies {
 public:
  DeviceTurns(const PottsSpec& spec, const Energies& energies, u64 seed, gpu::Device& device,
              gpu::Program& program);

  void allocate(u64 capacity) override;
  void forget_extents() override { measured_at_.reset(); }
  // The extents of all cells, measured from the present sites.
  std::vector<CellExtent> measured_extents(const DeviceTissue& tissue);

  static u64 bytes(const PottsSpec& spec);
  static constexpr u64 bytes_of_row = 9 * sizeof(i32) + 1;  // extent, anchor, and whether it is wide

 private:
  void make_steps(const DeviceTissue& tissue, u64 from, u64 steps, u32 time) override;
  // Makes sub-steps, whose rounds have been drawn from number `first_round` on.
  void take_turns(const DeviceTissue& tissue, u64 first_round, u64 when, u64 sub_steps, u32 time);
  void measure_extents(const DeviceTissue& tissue, u64 step);

  Regions regions_;
  GroupsTogether together_;
  u64 items_;    // regions of a sub-step, in all replicas
  u64 sites_;    // of all replicas
  bool shares_;  // may regions of a kind share cells?
  u64 rounds_at_once_;
  std::unique_ptr<gpu::Kernel> draw_rounds_, take_turns_, begin_extents_, find_anchors_, find_extents_,
      place_extents_;
  std::unique_ptr<gpu::Buffer> rounds_, keys_, round_keys_, extents_, anchors_, wide_, done_, arrived_;
  std::optional<u64> measured_at_;  // the step at which extents were measured
  u32 meetings_ = 0;                // value of arrived_, modulo 2^32
  u32 stamp_ = 0;                   // of the latest sub-step in done_, modulo 2^32
};

// May a region have to wait for another one of its kind, because they share a cell?
bool regions_share_cells(const PottsSpec& spec, const Energies& energies);

}  // namespace morula::potts
