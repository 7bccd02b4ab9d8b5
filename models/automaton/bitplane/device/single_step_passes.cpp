// One step a pass: see sliced_step.h.
#include <array>
#include <utility>

#include "models/automaton/bitplane/device/bitplane_passes.h"
#include "models/automaton/bitplane/device/bitplane_sources.h"
#include "models/automaton/bitplane/device/device_quiet_tiles.h"
#include "models/automaton/bitplane/device/lazy_kernel.h"

namespace morula {
namespace {

constexpr std::uint32_t least_strip = 4, most_strip = 64;  // slices: more cost less at their ends
constexpr std::uint64_t busy_warps = 12;                   // enough to keep a compute unit busy

Tiles tiles_of(const Lattice& lattice, const StepShape& shape, const gpu::DeviceInfo& device) {
  const bool solid = lattice.dimensions == 3;
  Tiles tiles;
  tiles.box_x = shape.lane_x * 32;
  tiles.x = tiles_along(sliced_words(lattice), shape.lane_x);
  const Index slices = solid ? lattice.local.z : lattice.local.y;
  if (solid) {
    tiles.box_y = shape.rows * shape.lane_y;
    tiles.y = tiles_along(lattice.local.y, tiles.box_y);
  }
  std::uint32_t strip = most_strip;
  while (strip > least_strip && tiles.count() * (slices / strip) < device.compute_units * busy_warps)
    strip /= 2;
  (solid ? tiles.box_z : tiles.box_y) = strip;
  (solid ? tiles.z : tiles.y) = tiles_along(slices, strip);
  return tiles;
}

class OneStepPasses final : public SlicedPasses {
 public:
  OneStepPasses(const AutomatonSpec& automaton, gpu::Device& device)
      : automaton_(automaton),
        solid_(automaton.lattice.dimensions == 3),
        device_(device),
        shape_(step_shape(automaton, device.info())),
        tiles_(tiles_of(automaton.lattice, shape_, device.info())),
        quiet_(device, automaton.lattice, tiles_, automaton.skip_quiet) {}

  void run(PlaneBuffers& planes, std::uint64_t steps) override {
    for (std::uint64_t i = 0; i < steps; ++i) {
      const bool noted = quiet_.begin(1);
      // In a flat lattice slices are rows: strips lie along y.
      const std::uint32_t across = solid_ ? tiles_.y : 1, strips = solid_ ? tiles_.z : tiles_.y,
                          strip = solid_ ? tiles_.box_z : tiles_.box_y;
      const std::uint64_t groups = parts_of(std::uint64_t{tiles_.x} * across, shape_.group / 32);
      device_.launch(kernel(noted), {{groups * strips, 1, 1}, {shape_.group, 1, 1}},
                     {planes.now.get(), planes.next.get(), tiles_.x, across, strip, &quiet_.wanted(),
                      &quiet_.changing()});
      quiet_.end(1, noted);
      std::swap(planes.now, planes.next);
    }
  }

  void forget() override { quiet_.forget(); }

 private:
  const gpu::Kernel& kernel(bool note_changes) {
    return step_kernels_[note_changes].get(device_, "sliced_step", [&] {
      StepShape shape = shape_;
      shape.note_changes = note_changes;
      return step_source(automaton_, shape);
    });
  }

  AutomatonSpec automaton_;
  bool solid_;
  gpu::Device& device_;
  StepShape shape_;
  Tiles tiles_;
  DeviceQuietTiles quiet_;
  std::array<BuiltKernel, 2> step_kernels_;  // the second notes what changes
};

}  // namespace

std::unique_ptr<SlicedPasses> make_one_step_passes(const AutomatonSpec& automaton, gpu::Device& device) {
  return std::make_unique<OneStepPasses>(automaton, device);
}

}  // namespace morula
