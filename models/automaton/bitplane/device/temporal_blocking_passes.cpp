// Several steps a pass over a 2D lattice of two states: see temporal_blocking_kernel.h.
#include <map>
#include <utility>

#include "models/automaton/bitplane/device/bitplane_passes.h"
#include "models/automaton/bitplane/device/bitplane_sources.h"
#include "models/automaton/bitplane/device/device_quiet_tiles.h"
#include "models/automaton/bitplane/device/kernel_on_demand.h"

namespace morula {
namespace {

constexpr std::uint32_t most_rows = 256,
                        least_rows = 32;      // of a strip: longer strips spend less on their halo
constexpr std::uint32_t warps_per_unit = 28;  // two for each that is there at a time

Tiles tiles_of(const Lattice& lattice, const TemporalBlockingConfig& config, const gpu::DeviceInfo& device) {
  Tiles tiles;
  tiles.box_x = config.tile_out() * 32;
  tiles.x = tiles_along(words_per_bitplane_row(lattice), config.tile_out());
  const std::uint64_t enough = std::uint64_t{device.compute_units} * warps_per_unit;
  for (tiles.box_y = most_rows;
       tiles.box_y > least_rows && tiles.x * (lattice.stored.y / tiles.box_y) < enough;)
    tiles.box_y /= 2;
  tiles.y = tiles_along(lattice.stored.y, tiles.box_y);
  return tiles;
}

class TemporalBlockingPasses final : public BitplanePasses {
 public:
  TemporalBlockingPasses(const AutomatonSpec& automaton, gpu::Device& device)
      : automaton_(automaton),
        device_(device),
        config_(temporal_blocking_config(automaton, device.info())),
        tiles_(tiles_of(automaton.lattice, config_, device.info())),
        quiet_(device, automaton.lattice, tiles_, automaton.skip_quiet) {}

  void run(PlaneBuffers& planes, std::uint64_t steps) override {
    for (; steps >= config_.most_steps; steps -= config_.most_steps) pass(planes, config_.most_steps);
    for (; steps > 0; --steps) pass(planes, 1);  // passes of other lengths would be programs of their own
  }

  void forget() override { quiet_.forget(); }
  DeviceQuietTiles* quiet_tiles() override { return &quiet_; }

 private:
  void pass(PlaneBuffers& planes, std::uint32_t steps) {
    const bool tracked = quiet_.begin(steps);
    device_.launch(kernel(steps, tracked), gpu::grid_for(tiles_.count() * config_.lanes, config_.group),
                   {planes.now.get(), planes.next.get(), tiles_.x, tiles_.y, tiles_.box_y, &quiet_.wanted(),
                    &quiet_.changing()});
    quiet_.end(steps, tracked);
    std::swap(planes.now, planes.next);
  }

  const gpu::Kernel& kernel(std::uint32_t steps, bool track_changes) {
    return kernels_[{steps, track_changes}].get(device_, "temporal_blocking", [&] {
      TemporalBlockingConfig config = config_;
      config.steps = steps;
      config.track_changes = track_changes;
      return temporal_blocking_source(automaton_, config);
    });
  }

  AutomatonSpec automaton_;
  gpu::Device& device_;
  TemporalBlockingConfig config_;
  Tiles tiles_;
  DeviceQuietTiles quiet_;
  std::map<std::pair<std::uint32_t, bool>, KernelOnDemand>
      kernels_;  // by steps, and whether changes are tracked
};

}  // namespace

bool fits_temporal_blocking(const AutomatonSpec& automaton) {
  constexpr Index fewest_cells = 64, most_rows_counted = Index{1} << 27;  // several passes of rows in 32 bits
  const Lattice& lattice = automaton.lattice;
  return lattice.dimensions == 2 && automaton.transitions.states() == 2 && lattice.stored.x >= fewest_cells &&
         lattice.stored.y < most_rows_counted;
}

std::unique_ptr<BitplanePasses> make_temporal_blocking_passes(const AutomatonSpec& automaton,
                                                              gpu::Device& device) {
  return std::make_unique<TemporalBlockingPasses>(automaton, device);
}

}  // namespace morula
