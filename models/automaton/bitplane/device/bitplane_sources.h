// The programs of the sliced engine on a device.
#pragma once

#include <optional>

#include "gpu/device.h"
#include "models/automaton/automaton_spec.h"

namespace morula {

Index sliced_words(const Lattice& lattice);  // of a row

// How the items of a warp lie, for one step of any rule.
struct StepShape {
  std::uint32_t rows = 1;  // of an item
  std::uint32_t lane_x = 32, lane_y = 1;
  std::uint32_t group = 128;
  std::uint32_t phases = 3;
  bool note_changes = false;
};
StepShape step_shape(const AutomatonSpec& automaton, const gpu::DeviceInfo& device);

// And for several steps of a flat two-state lattice.
struct MarchShape {
  std::uint32_t steps = 1;
  std::uint32_t lanes = 32, words = 2, phases = 3, group = 128;
  bool note_changes = false;

  std::uint32_t tile_out() const { return lanes * words - 2; }  // words of a row
};

// And for several steps of a small lattice.
struct BlockShape {
  std::uint32_t steps = 1;
  std::uint32_t box_y = 8, box_z = 8;
  std::uint32_t group = 256;
};
// Nothing where the lattice is too large for it, or its rows too long for a group's memory.
std::optional<BlockShape> block_shape(const AutomatonSpec& automaton, const gpu::DeviceInfo& device);

MarchShape march_shape(const gpu::DeviceInfo& device);

gpu::Source sliced_source(const AutomatonSpec& automaton);  // in and out
gpu::Source step_source(const AutomatonSpec& automaton, const StepShape& shape);
gpu::Source block_source(const AutomatonSpec& automaton, const BlockShape& shape);
gpu::Source march_source(const AutomatonSpec& automaton, const MarchShape& shape);

}  // namespace morula
