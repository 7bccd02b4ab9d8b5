// Passes of one step: see single_step_kernel.h.
#include <array>
#include <utility>

#include "models/automaton/bitplane/device/bitplane_passes.h"
#include "models/automaton/bitplane/device/bitplane_sources.h"
#include "models/automaton/bitplane/device/device_quiet_tiles.h"
#include "models/automaton/bitplane/device/kernel_on_demand.h"

namespace morula {
namespace {

// The length of strips in slices: a longer strip spends less on its halo.
constexpr std::uint32_t least_strip = 4, most_strip = 64;
constexpr std::uint64_t busy_warps = 12;  // per compute unit, enough to keep it busy

Tiles tiles_of(const Lattice& lattice, const SingleStepConfig& config, const gpu::DeviceInfo& device) {
  const bool is_3d = lattice.dimensions == 3;
  Tiles tiles;
  tiles.box_x = config.lane_x * 32;
  tiles.x = tiles_along(words_per_bitplane_row(lattice), config.lane_x);
  const Index slices = is_3d ? lattice.stored.z : lattice.stored.y;
  if (is_3d) {
    tiles.box_y = config.rows * config.lane_y;
    tiles.y = tiles_along(lattice.stored.y, tiles.box_y);
  }
  std::uint32_t strip = most_strip;
  while (strip > least_strip && tiles.count() * (slices / strip) < device.compute_units * busy_warps)
    strip /= 2;
  (is_3d ? tiles.box_z : tiles.box_y) = strip;
  (is_3d ? tiles.z : tiles.y) = tiles_along(slices, strip);
  return tiles;
}

class SingleStepPasses final : public BitplanePasses {
 public:
  SingleStepPasses(const AutomatonSpec& automaton, gpu::Device& device)
      : automaton_(automaton),
        is_3d_(automaton.lattice.dimensions == 3),
        device_(device),
        config_(single_step_config(automaton, device.info())),
        tiles_(tiles_of(automaton.lattice, config_, device.info())),
        quiet_(device, automaton.lattice, tiles_, automaton.skip_quiet) {}

  using BitplanePasses::run;
  void run(PlaneBuffers& planes, std::uint64_t steps, const CutPass* cut) override {
    for (; steps > 0; --steps) pass(planes, steps == 1 ? cut : nullptr);
  }
  bool can_be_cut(LayerRange interior) const override {
    return strips_within(interior, strip(), slices()).count > 0;
  }

  void forget() override { quiet_.forget(); }
  DeviceQuietTiles* quiet_tiles() override { return &quiet_; }

 private:
  void pass(PlaneBuffers& planes, const CutPass* cut) {
    const bool tracked = quiet_.begin(1);
    const std::uint32_t across = is_3d_ ? tiles_.y : 1, strip_count = is_3d_ ? tiles_.z : tiles_.y;
    const std::uint64_t groups = ceil_divide(std::uint64_t{tiles_.x} * across, config_.group / 32);
    const auto compute = [&](const Strips& strips) {
      device_.launch(kernel(tracked), {{groups * strips.count, 1, 1}, {config_.group, 1, 1}},
                     {planes.now.get(), planes.next.get(), tiles_.x, across, strip(), strips.first,
                      strip_count, &quiet_.wanted(), &quiet_.changing()});
    };
    if (cut)
      cut->run(strip(), slices(), compute);
    else
      compute({0, strip_count});
    quiet_.end(1, tracked);
    std::swap(planes.now, planes.next);
  }

  // In 2D, slices are rows and strips lie along y.
  std::uint32_t strip() const { return is_3d_ ? tiles_.box_z : tiles_.box_y; }
  Index slices() const { return automaton_.lattice.layers_of(automaton_.lattice.stored); }

  const gpu::Kernel& kernel(bool track_changes) {
    return step_kernels_[track_changes].get(device_, "single_step", [&] {
      SingleStepConfig config = config_;
      config.track_changes = track_changes;
      return single_step_source(automaton_, config);
    });
  }

  AutomatonSpec automaton_;
  bool is_3d_;
  gpu::Device& device_;
  SingleStepConfig config_;
  Tiles tiles_;
  DeviceQuietTiles quiet_;
  std::array<KernelOnDemand, 2> step_kernels_;  // without and with tracking of changes
};

}  // namespace

std::unique_ptr<BitplanePasses> make_single_step_passes(const AutomatonSpec& automaton, gpu::Device& device) {
  return std::make_unique<SingleStepPasses>(automaton, device);
}

}  // namespace morula
