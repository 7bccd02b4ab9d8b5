// Passes over the bit planes of a lattice on a device. A pass does one or several steps.
#pragma once

#include <memory>

#include "gpu/device.h"
#include "models/automaton/automaton_spec.h"
#include "models/automaton/bitplane/device/strips.h"

namespace morula {

class DeviceQuietTiles;

// The current planes, and the buffer that the next pass writes.
struct PlaneBuffers {
  std::unique_ptr<gpu::Buffer> now, next;
};

class BitplanePasses {
 public:
  virtual ~BitplanePasses() = default;
  void run(PlaneBuffers& planes, std::uint64_t steps) { run(planes, steps, nullptr); }
  // May return before the steps are done. If `cut` is not null, it says how to cut the last pass in two.
  virtual void run(PlaneBuffers& planes, std::uint64_t steps, const CutPass* cut) = 0;
  virtual bool can_be_cut(LayerRange /*interior*/) const { return false; }
  virtual void forget() = 0;  // call it after cells have been written from outside
  virtual DeviceQuietTiles* quiet_tiles() { return nullptr; }  // null if it does not search for quiet tiles
};

// The kind of passes that a model gets on a device, and the function that makes them.
enum class PassKind { TemporalBlocking, SmallLattice, SingleStep };
PassKind pass_kind(const AutomatonSpec& automaton, const gpu::DeviceInfo& device);
std::unique_ptr<BitplanePasses> make_passes(const AutomatonSpec& automaton, gpu::Device& device);

// One step per pass, for every rule that is a cycle (single_step_kernel.h).
std::unique_ptr<BitplanePasses> make_single_step_passes(const AutomatonSpec& automaton, gpu::Device& device);

// Several steps per launch, for lattices so small that a box of whole rows fits into a group's local memory
// (small_lattice_kernel.h). small_lattice_config() decides which lattices are small enough.
std::unique_ptr<BitplanePasses> make_small_lattice_passes(const AutomatonSpec& automaton,
                                                          gpu::Device& device);

// Temporal blocking: several steps per pass, for 2D lattices of two states that are wide enough
// (temporal_blocking_kernel.h).
bool fits_temporal_blocking(const AutomatonSpec& automaton);
std::unique_ptr<BitplanePasses> make_temporal_blocking_passes(const AutomatonSpec& automaton,
                                                              gpu::Device& device);

}  // namespace morula
