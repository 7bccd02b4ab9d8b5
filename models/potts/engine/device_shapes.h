// The anchors of cells with a length on a device, and the test whether these cells fit into moments.
#pragma once

#include <memory>
#include <optional>

#include "gpu/device.h"
#include "models/potts/engine/cell_box.h"
#include "models/potts/terms/fixed_point.h"

namespace morula::potts {

class DeviceShapes {
 public:
  // Does nothing if no moments are kept.
  DeviceShapes(const PottsSpec& spec, const Energies& energies, gpu::Device& device, gpu::Program& program);

  void allocate(u64 capacity);  // room for this many cells of a replica
  void set_cells(u64 cells) { cells_ = cells; }
  void forget_failure();
  // Writes new anchors to the words of cells, and measures how far cells extend from them.
  void find(gpu::Buffer& sites, gpu::Buffer& words, const gpu::Grid& over_sites);
  // Checks that cells fit, with the numbers counted after find(), when this many steps are done.
  void check(gpu::Buffer& numbers, u64 steps_done);

  struct Failure {
    u64 step, row;
    Misfit why;
  };
  std::optional<Failure> failure();

 private:
  u64 replicas_, cells_ = 0;
  gpu::Device& device_;
  std::unique_ptr<gpu::Kernel> find_anchors_, set_anchors_, find_boxes_, check_boxes_;
  std::unique_ptr<gpu::Buffer> first_sites_, boxes_, failed_;
};

}  // namespace morula::potts
