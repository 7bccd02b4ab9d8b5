// Passes over the bit planes of a lattice on a device: each does one or several steps.
#pragma once

#include <memory>

#include "gpu/device.h"
#include "models/automaton/automaton_spec.h"

namespace morula {

// The planes as they are, and where a pass writes them.
struct PlaneBuffers {
  std::unique_ptr<gpu::Buffer> now, next;
};

class SlicedPasses {
 public:
  virtual ~SlicedPasses() = default;
  virtual void run(PlaneBuffers& planes, std::uint64_t steps) = 0;  // returns before they are done
  virtual void forget() = 0;                                        // cells have been written from outside
};

// One step a pass, for every rule that is a cycle; of small lattices several.
std::unique_ptr<SlicedPasses> make_one_step_passes(const AutomatonSpec& automaton, gpu::Device& device);

// Several steps in one launch, for lattices so small that block_shape (sliced_source.h) has one for them.
std::unique_ptr<SlicedPasses> make_block_passes(const AutomatonSpec& automaton, gpu::Device& device);

// Several steps a pass, for flat lattices of two states that are wide enough.
bool can_march(const AutomatonSpec& automaton);
std::unique_ptr<SlicedPasses> make_march_passes(const AutomatonSpec& automaton, gpu::Device& device);

}  // namespace morula
