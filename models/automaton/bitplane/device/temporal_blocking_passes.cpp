// Several steps a pass over a flat lattice of two states: see sliced_march.h.
#include <map>
#include <utility>

#include "models/automaton/bitplane/device/bitplane_passes.h"
#include "models/automaton/bitplane/device/bitplane_sources.h"
#include "models/automaton/bitplane/device/device_quiet_tiles.h"
#include "models/automaton/bitplane/device/lazy_kernel.h"

namespace morula {
namespace {

constexpr std::uint32_t most_rows = 256, least_rows = 32;  // of a strip: more cost less at its ends
constexpr std::uint32_t warps_per_unit = 28;               // two for each that is there at a time
constexpr std::uint32_t most_steps = 8;

Tiles tiles_of(const Lattice& lattice, const MarchShape& shape, const gpu::DeviceInfo& device) {
  Tiles tiles;
  tiles.box_x = shape.tile_out() * 32;
  tiles.x = tiles_along(sliced_words(lattice), shape.tile_out());
  const std::uint64_t enough = std::uint64_t{device.compute_units} * warps_per_unit;
  for (tiles.box_y = most_rows;
       tiles.box_y > least_rows && tiles.x * (lattice.local.y / tiles.box_y) < enough;)
    tiles.box_y /= 2;
  tiles.y = tiles_along(lattice.local.y, tiles.box_y);
  return tiles;
}

class MarchPasses final : public SlicedPasses {
 public:
  MarchPasses(const AutomatonSpec& automaton, gpu::Device& device)
      : automaton_(automaton),
        device_(device),
        shape_(march_shape(device.info())),
        tiles_(tiles_of(automaton.lattice, shape_, device.info())),
        quiet_(device, automaton.lattice, tiles_, automaton.skip_quiet) {}

  void run(PlaneBuffers& planes, std::uint64_t steps) override {
    const std::uint32_t at_once = shape_.lanes > 1 ? most_steps : 2;
    for (; steps >= at_once; steps -= at_once) pass(planes, at_once);
    for (; steps > 0; --steps) pass(planes, 1);  // passes of other lengths would be programs of their own
  }

  void forget() override { quiet_.forget(); }

 private:
  void pass(PlaneBuffers& planes, std::uint32_t steps) {
    const bool noted = quiet_.begin(steps);
    device_.launch(kernel(steps, noted), gpu::grid_for(tiles_.count() * shape_.lanes, shape_.group),
                   {planes.now.get(), planes.next.get(), tiles_.x, tiles_.y, tiles_.box_y, &quiet_.wanted(),
                    &quiet_.changing()});
    quiet_.end(steps, noted);
    std::swap(planes.now, planes.next);
  }

  const gpu::Kernel& kernel(std::uint32_t steps, bool note_changes) {
    return kernels_[{steps, note_changes}].get(device_, "march", [&] {
      MarchShape shape = shape_;
      shape.steps = steps;
      shape.note_changes = note_changes;
      return march_source(automaton_, shape);
    });
  }

  AutomatonSpec automaton_;
  gpu::Device& device_;
  MarchShape shape_;
  Tiles tiles_;
  DeviceQuietTiles quiet_;
  std::map<std::pair<std::uint32_t, bool>, BuiltKernel> kernels_;  // by steps; does it note what changes?
};

}  // namespace

bool can_march(const AutomatonSpec& automaton) {
  constexpr Index fewest_cells = 64, most_rows_counted = Index{1} << 27;  // several passes of rows in 32 bits
  const Lattice& lattice = automaton.lattice;
  return lattice.dimensions == 2 && automaton.transitions.states() == 2 && lattice.local.x >= fewest_cells &&
         lattice.local.y < most_rows_counted;
}

std::unique_ptr<SlicedPasses> make_march_passes(const AutomatonSpec& automaton, gpu::Device& device) {
  return std::make_unique<MarchPasses>(automaton, device);
}

}  // namespace morula
