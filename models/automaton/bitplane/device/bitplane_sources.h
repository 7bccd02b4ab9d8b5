// The programs of the bit-plane engine on a device, and the parameters of their launches.
#pragma once

#include <optional>

#include "gpu/device.h"
#include "models/automaton/automaton_spec.h"

namespace morula {

Index words_per_bitplane_row(const Lattice& lattice);

// The single-step kernel: how the work-items of a warp cover the lattice.
struct SingleStepConfig {
  std::uint32_t rows = 1;  // of a work-item
  std::uint32_t lane_x = 32, lane_y = 1;
  std::uint32_t group = 128;
  std::uint32_t phases = 3;
  bool track_changes = false;
};
SingleStepConfig single_step_config(const AutomatonSpec& automaton, const gpu::DeviceInfo& device);

// The temporal blocking kernel, for a 2D lattice of two states.
struct TemporalBlockingConfig {
  std::uint32_t steps = 1;
  // The largest number of steps in a pass. It is small for a table of squares, which is limited by its
  // operations and not by memory; a program of many steps would be limited by fetching its instructions.
  std::uint32_t most_steps = 8;
  std::uint32_t lanes = 32, words = 2, phases = 3, group = 128;
  bool track_changes = false;

  std::uint32_t tile_out() const { return lanes * words - 2; }  // words of a row that a tile writes
};

// The small-lattice kernel, which does several steps per launch.
struct SmallLatticeConfig {
  std::uint32_t steps = 1;
  std::uint32_t box_y = 8, box_z = 8;
  std::uint32_t group = 256;
};
// Returns nothing if the lattice is too large, or if its rows are too long for a group's local memory.
std::optional<SmallLatticeConfig> small_lattice_config(const AutomatonSpec& automaton,
                                                       const gpu::DeviceInfo& device);

TemporalBlockingConfig temporal_blocking_config(const AutomatonSpec& automaton,
                                                const gpu::DeviceInfo& device);

gpu::Source access_source(const AutomatonSpec& automaton);
gpu::Source single_step_source(const AutomatonSpec& automaton, const SingleStepConfig& config);
gpu::Source small_lattice_source(const AutomatonSpec& automaton, const SmallLatticeConfig& config);
gpu::Source temporal_blocking_source(const AutomatonSpec& automaton, const TemporalBlockingConfig& config);

}  // namespace morula
