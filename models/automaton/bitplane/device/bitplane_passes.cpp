#include "models/automaton/bitplane/device/bitplane_passes.h"

#include "models/automaton/bitplane/device/bitplane_sources.h"

namespace morula {

PassKind pass_kind(const AutomatonSpec& automaton, const gpu::DeviceInfo& device) {
  if (fits_temporal_blocking(automaton)) return PassKind::TemporalBlocking;
  return small_lattice_config(automaton, device) ? PassKind::SmallLattice : PassKind::SingleStep;
}

std::unique_ptr<BitplanePasses> make_passes(const AutomatonSpec& automaton, gpu::Device& device) {
  switch (pass_kind(automaton, device.info())) {
    case PassKind::TemporalBlocking:
      return make_temporal_blocking_passes(automaton, device);
    case PassKind::SmallLattice:
      return make_small_lattice_passes(automaton, device);
    case PassKind::SingleStep:
      break;
  }
  return make_single_step_passes(automaton, device);
}

}  // namespace morula
