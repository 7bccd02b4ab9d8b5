// Passes of several steps over a 2D lattice of two states: see temporal_blocking_kernel.h.
#include <map>
#include <utility>

#include "models/automaton/bitplane/device/bitplane_passes.h"
#include "models/automaton/bitplane/device/bitplane_sources.h"
#include "models/automaton/bitplane/device/device_quiet_tiles.h"
#include "models/automaton/bitplane/device/kernel_on_demand.h"

namespace morula {
namespace {

constexpr std::uint32_t most_rows = 256,
                        least_rows = 32;      // in a strip; a longer strip spends less on its halo
constexpr std::uint32_t warps_per_unit = 28;  // twice as many as run at a time

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

  using BitplanePasses::run;
  void run(PlaneBuffers& planes, std::uint64_t steps, const CutPass* cut) override {
    while (steps > 0) {
      // A pass of any other length would need a program of its own.
      const std::uint32_t steps_of_pass = steps >= config_.most_steps ? config_.most_steps : 1;
      steps -= steps_of_pass;
      pass(planes, steps_of_pass, steps == 0 ? cut : nullptr);
    }
  }
  bool can_be_cut(LayerRange interior) const override {
    return strips_within(interior, tiles_.box_y, rows()).count > 0;
  }

  void forget() override { quiet_.forget(); }
  DeviceQuietTiles* quiet_tiles() override { return &quiet_; }

 private:
  void pass(PlaneBuffers& planes, std::uint32_t steps, const CutPass* cut) {
    const bool tracked = quiet_.begin(steps);
    const auto compute = [&](const Strips& strips) {
      device_.launch(kernel(steps, tracked),
                     gpu::grid_for(std::uint64_t{tiles_.x} * strips.count * config_.lanes, config_.group),
                     {planes.now.get(), planes.next.get(), tiles_.x, tiles_.y, tiles_.box_y, strips.first,
                      strips.count, &quiet_.wanted(), &quiet_.changing()});
    };
    if (cut)
      cut->run(tiles_.box_y, rows(), compute);
    else
      compute(all_strips());
    quiet_.end(steps, tracked);
    std::swap(planes.now, planes.next);
  }

  Index rows() const { return automaton_.lattice.stored.y; }

  // Tiles near a fixed boundary take longer. The pass therefore begins with the last strips and ends with
  // others.
  Strips all_strips() const {
    const bool has_boundary = automaton_.lattice.boundary.y == Boundary::Fixed;
    return {has_boundary && tiles_.y > 2 ? tiles_.y - 2 : 0, tiles_.y};
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
      kernels_;  // by number of steps, and whether changes are tracked
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
