// Several steps of a small lattice in one launch: see small_lattice_kernel.h. Leftover steps are done one by
// one.
#include <utility>

#include "models/automaton/bitplane/device/bitplane_passes.h"
#include "models/automaton/bitplane/device/bitplane_sources.h"
#include "models/automaton/bitplane/device/device_quiet_tiles.h"
#include "models/automaton/bitplane/device/kernel_on_demand.h"

namespace morula {
namespace {

// Skipping quiet tiles gains nothing if a launch takes longer than a step.
AutomatonSpec without_quiet_tiles(AutomatonSpec automaton) {
  automaton.skip_quiet = false;
  return automaton;
}

class SmallLatticePasses final : public BitplanePasses {
 public:
  SmallLatticePasses(const AutomatonSpec& automaton, const SmallLatticeConfig& config, gpu::Device& device)
      : automaton_(automaton),
        config_(config),
        device_(device),
        boxes_y_(tiles_along(automaton.lattice.stored.y, config.box_y)),
        boxes_z_(tiles_along(automaton.lattice.stored.z, config.box_z)),
        single_(make_single_step_passes(without_quiet_tiles(automaton), device)) {}

  // These passes are never cut, because a launch takes longer than a step.
  using BitplanePasses::run;
  void run(PlaneBuffers& planes, std::uint64_t steps, const CutPass*) override {
    for (; steps >= config_.steps; steps -= config_.steps) {
      const gpu::Kernel& kernel =
          kernel_.get(device_, "small_lattice", [&] { return small_lattice_source(automaton_, config_); });
      device_.launch(kernel, {{std::uint64_t{boxes_y_} * boxes_z_, 1, 1}, {config_.group, 1, 1}},
                     {planes.now.get(), planes.next.get(), boxes_y_});
      std::swap(planes.now, planes.next);
    }
    single_->run(planes, steps);
  }

  void forget() override { single_->forget(); }

 private:
  AutomatonSpec automaton_;
  SmallLatticeConfig config_;
  gpu::Device& device_;
  std::uint32_t boxes_y_, boxes_z_;
  KernelOnDemand kernel_;
  std::unique_ptr<BitplanePasses> single_;
};

}  // namespace

std::unique_ptr<BitplanePasses> make_small_lattice_passes(const AutomatonSpec& automaton,
                                                          gpu::Device& device) {
  return std::make_unique<SmallLatticePasses>(automaton, *small_lattice_config(automaton, device.info()),
                                              device);
}

}  // namespace morula
