#include "models/automaton/bitplane/device/bitplane_sources.h"

#include <algorithm>
#include <bit>

#include "core/parts.h"
#include "models/automaton/lattice_defines.h"
#include "texts/morula_automaton.h"

namespace morula {
namespace {

gpu::Source base(const AutomatonSpec& automaton, const char* name, std::vector<gpu::Text> texts) {
  gpu::Source source{
      name,
      {gpu::text::models::automaton::rule::cycle_rule, gpu::text::models::automaton::bitplane::bitplane_rule,
       gpu::text::models::automaton::bitplane::device::bitplane_layout},
      {}};
  source.texts.insert(source.texts.end(), texts.begin(), texts.end());
  const Lattice& lattice = automaton.lattice;
  const CycleRule& rule = *automaton.cycle;
  define_lattice(source, lattice)
      .define("WORDS", sliced_words(lattice))
      .define("DIMENSIONS", std::to_string(lattice.dimensions))
      .define("REACH", std::to_string(*automaton.neighbourhood.reach))
      .define("PLANES", automaton.transitions.planes())
      .define("ACTIVE_TO", rule.active)
      .define("LAST", rule.last)
      .define("HOME", rule.home)
      .define("FIRST_FROM", rule.first.from)
      .define("FIRST_TO", rule.first.to)
      .define("FIRST_ON", rule.first.on)
      .define("SECOND_FROM", rule.second.from)
      .define("SECOND_TO", rule.second.to)
      .define("SECOND_ON", rule.second.on);
  return source;
}

// The dialects' LANES, seen from the host: NVIDIA's devices, by either driver, have them. Elsewhere an item
// works alone and its loops are short, since compilers for processors take minutes for long ones.
bool has_lanes(const gpu::DeviceInfo& device) {
  return device.api == gpu::Api::Cuda || device.driver.find("CUDA") != std::string::npos;
}

// What becomes of a cell with a count of 4 quarter + c, itself included: bit 4 live + c.
std::uint32_t table_of(const CycleRule& rule, u32 quarter) {
  std::uint32_t table = 0;
  for (u32 live : {0u, 1u})
    for (u32 c = 0; c < 4; ++c) {
      const u32 count = 4 * quarter + c;
      if (count >= live && count < 28 + live && next_in_cycle(rule, live, count - live) == 1)
        table |= 1u << (4 * live + c);
    }
  return table;
}

void define_tables(gpu::Source& source, const CycleRule& rule) {
  for (u32 quarter = 0; quarter < 8; ++quarter)
    source.define("TABLE_" + std::to_string(quarter), table_of(rule, quarter));
}

constexpr Index busy_items = 2048;  // with strips of a few slices, enough for a compute unit

const char* flag(bool set) { return set ? "1" : "0"; }

}  // namespace

Index sliced_words(const Lattice& lattice) { return parts_of(lattice.local.x, 32); }

StepShape step_shape(const AutomatonSpec& automaton, const gpu::DeviceInfo& device) {
  StepShape shape;
  shape.phases = has_lanes(device) ? 3 : 1;
  if (automaton.lattice.dimensions == 2) return shape;
  const unsigned planes = automaton.transitions.planes();
  const Extent& extent = automaton.lattice.local;
  shape.rows = static_cast<std::uint32_t>(std::min<Index>(planes == 1 ? 5 : planes == 2 ? 4 : 2, extent.y));
  shape.lane_x =
      static_cast<std::uint32_t>(std::min<Index>(32, std::bit_ceil(sliced_words(automaton.lattice))));
  shape.lane_y = 32 / shape.lane_x;
  // A small lattice has more warps when each does less.
  const Index lines = extent.y * extent.z * sliced_words(automaton.lattice);
  while (shape.rows > 1 && lines / shape.rows < Index{device.compute_units} * busy_items) shape.rows /= 2;
  return shape;
}

MarchShape march_shape(const gpu::DeviceInfo& device) {
  MarchShape shape;
  if (has_lanes(device)) return shape;
  shape.lanes = 1;
  shape.words = 6;
  shape.phases = 1;
  shape.group = 32;
  return shape;
}

gpu::Source sliced_source(const AutomatonSpec& automaton) {
  gpu::Source source = base(automaton, "sliced automaton",
                            {gpu::text::models::automaton::tissue::shape_rule,
                             gpu::text::models::automaton::bitplane::device::access_kernels});
  source.define("STATES", automaton.transitions.states());
  return source;
}

gpu::Source step_source(const AutomatonSpec& automaton, const StepShape& shape) {
  gpu::Source source = base(automaton, "sliced step",
                            {gpu::text::models::automaton::bitplane::device::slice_sums,
                             gpu::text::models::automaton::bitplane::device::single_step_kernel});
  source.define("ROWS", std::to_string(shape.rows))
      .define("LANE_X", shape.lane_x)
      .define("LANE_Y", shape.lane_y)
      .define("GROUP", shape.group)
      .define("PHASES", std::to_string(shape.phases))
      .define("NOTE_CHANGES", flag(shape.note_changes));
  define_tables(source, *automaton.cycle);
  return source;
}

std::optional<BlockShape> block_shape(const AutomatonSpec& automaton, const gpu::DeviceInfo& device) {
  constexpr Index most_words = Index{1} << 17, longest_row = 8, most_local = 32768;
  const Lattice& lattice = automaton.lattice;
  const Index words = sliced_words(lattice);
  BlockShape shape;
  shape.group = std::min(shape.group, device.max_group);
  const bool solid = lattice.dimensions == 3;
  shape.steps = solid ? 4 : 8;
  shape.box_y = solid ? 8 : 32;
  shape.box_z = solid ? 8 : 1;
  const Index held = words * (shape.box_y + 2 * shape.steps) * (solid ? shape.box_z + 2 * shape.steps : 1);
  const bool fits = 2 * automaton.transitions.planes() * held * sizeof(u32) <= most_local;
  if (words > longest_row || words * lattice.local.y * lattice.local.z > most_words || !fits)
    return std::nullopt;
  return shape;
}

gpu::Source block_source(const AutomatonSpec& automaton, const BlockShape& shape) {
  gpu::Source source = base(automaton, "sliced block",
                            {gpu::text::models::automaton::bitplane::device::slice_sums,
                             gpu::text::models::automaton::bitplane::device::small_lattice_kernel});
  source.define("PASS_STEPS", std::to_string(shape.steps))
      .define("BOX_Y", std::to_string(shape.box_y))
      .define("BOX_Z", std::to_string(shape.box_z))
      .define("GROUP", std::to_string(shape.group));
  define_tables(source, *automaton.cycle);
  return source;
}

gpu::Source march_source(const AutomatonSpec& automaton, const MarchShape& shape) {
  gpu::Source source = base(automaton, "sliced march",
                            {gpu::text::models::automaton::bitplane::device::temporal_blocking_kernel});
  source.define("PASS_STEPS", std::to_string(shape.steps))
      .define("ITEM_WORDS", std::to_string(shape.words))
      .define("PHASES", std::to_string(shape.phases))
      .define("GROUP", shape.group)
      .define("NOTE_CHANGES", flag(shape.note_changes));
  return source;
}

}  // namespace morula
