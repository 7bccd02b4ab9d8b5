// Several steps of a small lattice in one launch: see sliced_block.h. What is left over is done one by one.
#include <utility>

#include "models/automaton/bitplane/device/bitplane_passes.h"
#include "models/automaton/bitplane/device/bitplane_sources.h"
#include "models/automaton/bitplane/device/device_quiet_tiles.h"
#include "models/automaton/bitplane/device/lazy_kernel.h"

namespace morula {
namespace {

// There is nothing to win by looking for quiet tiles where launches take longer than steps.
AutomatonSpec without_looking(AutomatonSpec automaton) {
  automaton.skip_quiet = false;
  return automaton;
}

class BlockPasses final : public SlicedPasses {
 public:
  BlockPasses(const AutomatonSpec& automaton, const BlockShape& shape, gpu::Device& device)
      : automaton_(automaton),
        shape_(shape),
        device_(device),
        boxes_y_(tiles_along(automaton.lattice.local.y, shape.box_y)),
        boxes_z_(tiles_along(automaton.lattice.local.z, shape.box_z)),
        single_(make_one_step_passes(without_looking(automaton), device)) {}

  void run(PlaneBuffers& planes, std::uint64_t steps) override {
    for (; steps >= shape_.steps; steps -= shape_.steps) {
      const gpu::Kernel& kernel =
          kernel_.get(device_, "sliced_block", [&] { return block_source(automaton_, shape_); });
      device_.launch(kernel, {{std::uint64_t{boxes_y_} * boxes_z_, 1, 1}, {shape_.group, 1, 1}},
                     {planes.now.get(), planes.next.get(), boxes_y_});
      std::swap(planes.now, planes.next);
    }
    single_->run(planes, steps);
  }

  void forget() override { single_->forget(); }

 private:
  AutomatonSpec automaton_;
  BlockShape shape_;
  gpu::Device& device_;
  std::uint32_t boxes_y_, boxes_z_;
  BuiltKernel kernel_;
  std::unique_ptr<SlicedPasses> single_;
};

}  // namespace

std::unique_ptr<SlicedPasses> make_block_passes(const AutomatonSpec& automaton, gpu::Device& device) {
  return std::make_unique<BlockPasses>(automaton, *block_shape(automaton, device.info()), device);
}

}  // namespace morula
