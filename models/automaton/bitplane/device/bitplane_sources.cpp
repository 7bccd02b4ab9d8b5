#include "models/automaton/bitplane/device/bitplane_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "core/ceil_divide.h"
#include "models/automaton/lattice_defines.h"
#include "models/automaton/rule/decision_diagram.h"
#include "texts/morula_automaton.h"

namespace morula {
namespace {

constexpr CycleRule dead_or_live = {1, 1, 0, {0, 0, 0}, {1, 1, 0}};  // placeholder for a table of squares

gpu::Source base(const AutomatonSpec& automaton, const char* name, std::vector<gpu::Text> texts) {
  gpu::Source source{
      name,
      {gpu::text::models::automaton::rule::cycle_rule, gpu::text::models::automaton::bitplane::bitplane_rule,
       gpu::text::models::automaton::bitplane::device::bitplane_layout},
      {}};
  source.texts.insert(source.texts.end(), texts.begin(), texts.end());
  const Lattice& lattice = automaton.lattice;
  const CycleRule rule = automaton.cycle.value_or(dead_or_live);
  define_lattice(source, lattice)
      .define("WORDS", words_per_bitplane_row(lattice))
      .define("DIMENSIONS", std::to_string(lattice.dimensions))
      .define("REACH", std::to_string(automaton.neighbourhood.reach.value_or(2)))
      .define("PLANES", automaton.transitions.planes())
      .define("ACTIVE_TO", rule.active)
      .define("LAST", rule.last_state)
      .define("HOME", rule.home)
      .define("FIRST_FROM", rule.first.from)
      .define("FIRST_TO", rule.first.to)
      .define("FIRST_ON", rule.first.on)
      .define("SECOND_FROM", rule.second.from)
      .define("SECOND_TO", rule.second.to)
      .define("SECOND_ON", rule.second.on);
  return source;
}

// Does the device have the dialect's LANES? NVIDIA's devices have them, through either driver. Elsewhere each
// work-item works alone, and its loops are short, since compilers for CPUs take minutes for long ones.
bool has_lanes(const gpu::DeviceInfo& device) {
  return device.api == gpu::Api::Cuda || device.driver.find("CUDA") != std::string::npos;
}

// The next state of cells whose count, which includes the cell itself, is 4 quarter + c: bit 4 live + c of
// the table.
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

std::string answer_text(Answer answer) {
  const std::string plain = answer < 2 ? "no" : fmt::format("decided_{}", answer / 2);
  return answer % 2 ? "~" + plain : plain;
}

void define_diagram(gpu::Source& source, const DecisionDiagram& diagram) {
  std::string text;
  for (std::size_t i = 0; i < diagram.decisions.size(); ++i) {
    const Decision& decision = diagram.decisions[i];
    text += fmt::format("bits decided_{} = select_bits(cell_{}, {}, {}); ", i + 1, decision.cell,
                        answer_text(decision.if_live), answer_text(decision.if_dead));
  }
  source.define("TABLE_DECISIONS", text).define("TABLE_NEXT", answer_text(diagram.next));
}

constexpr Index busy_items = 2048;  // enough to keep a compute unit busy, with strips of a few slices

const char* flag(bool set) { return set ? "1" : "0"; }

}  // namespace

Index words_per_bitplane_row(const Lattice& lattice) { return ceil_divide(lattice.stored.x, 32); }

SingleStepConfig single_step_config(const AutomatonSpec& automaton, const gpu::DeviceInfo& device) {
  SingleStepConfig config;
  config.phases = has_lanes(device) ? 3 : 1;
  if (automaton.lattice.dimensions == 2) return config;
  const unsigned planes = automaton.transitions.planes();
  const Extent& extent = automaton.lattice.stored;
  config.rows = static_cast<std::uint32_t>(std::min<Index>(planes == 1 ? 5 : planes == 2 ? 4 : 2, extent.y));
  config.lane_x = static_cast<std::uint32_t>(
      std::min<Index>(32, std::bit_ceil(words_per_bitplane_row(automaton.lattice))));
  config.lane_y = 32 / config.lane_x;
  // A small lattice is spread over more warps by giving each of them fewer rows.
  const Index lines = extent.y * extent.z * words_per_bitplane_row(automaton.lattice);
  while (config.rows > 1 && lines / config.rows < Index{device.compute_units} * busy_items) config.rows /= 2;
  return config;
}

TemporalBlockingConfig temporal_blocking_config(const AutomatonSpec& automaton,
                                                const gpu::DeviceInfo& device) {
  TemporalBlockingConfig config;
  config.most_steps = automaton.table || !has_lanes(device) ? 2 : 8;
  if (has_lanes(device)) return config;
  config.lanes = 1;
  config.words = 6;
  config.phases = 1;
  config.group = 32;
  return config;
}

gpu::Source access_source(const AutomatonSpec& automaton) {
  gpu::Source source = base(automaton, "bit planes, access",
                            {gpu::text::models::sites::shape_rule,
                             gpu::text::models::automaton::bitplane::device::pack_and_count_kernels});
  source.define("STATES", automaton.transitions.states());
  return source;
}

gpu::Source single_step_source(const AutomatonSpec& automaton, const SingleStepConfig& config) {
  gpu::Source source = base(automaton, "bit planes, single step",
                            {gpu::text::models::automaton::bitplane::device::slice_sums,
                             gpu::text::models::automaton::bitplane::device::single_step_kernel});
  source.define("ROWS", std::to_string(config.rows))
      .define("LANE_X", config.lane_x)
      .define("LANE_Y", config.lane_y)
      .define("GROUP", config.group)
      .define("PHASES", std::to_string(config.phases))
      .define("TRACK_CHANGES", flag(config.track_changes));
  define_tables(source, *automaton.cycle);
  return source;
}

std::optional<SmallLatticeConfig> small_lattice_config(const AutomatonSpec& automaton,
                                                       const gpu::DeviceInfo& device) {
  constexpr Index most_words = Index{1} << 17, longest_row = 8, most_local = 32768;
  const Lattice& lattice = automaton.lattice;
  const Index words = words_per_bitplane_row(lattice);
  SmallLatticeConfig config;
  config.group = std::min(config.group, device.max_group);
  const bool is_3d = lattice.dimensions == 3;
  config.steps = is_3d ? 4 : 8;
  config.box_y = is_3d ? 8 : 32;
  config.box_z = is_3d ? 8 : 1;
  const Index tile =
      words * (config.box_y + 2 * config.steps) * (is_3d ? config.box_z + 2 * config.steps : 1);
  const bool fits = 2 * automaton.transitions.planes() * tile * sizeof(u32) <= most_local;
  if (words > longest_row || words * lattice.stored.y * lattice.stored.z > most_words || !fits)
    return std::nullopt;
  return config;
}

gpu::Source small_lattice_source(const AutomatonSpec& automaton, const SmallLatticeConfig& config) {
  gpu::Source source = base(automaton, "bit planes, small lattice",
                            {gpu::text::models::automaton::bitplane::device::slice_sums,
                             gpu::text::models::automaton::bitplane::device::small_lattice_kernel});
  source.define("PASS_STEPS", std::to_string(config.steps))
      .define("BOX_Y", std::to_string(config.box_y))
      .define("BOX_Z", std::to_string(config.box_z))
      .define("GROUP", std::to_string(config.group));
  define_tables(source, *automaton.cycle);
  return source;
}

gpu::Source temporal_blocking_source(const AutomatonSpec& automaton, const TemporalBlockingConfig& config) {
  gpu::Source source = base(automaton, "bit planes, temporal blocking",
                            {gpu::text::models::automaton::bitplane::device::temporal_blocking_kernel});
  source.define("PASS_STEPS", std::to_string(config.steps))
      .define("ITEM_WORDS", std::to_string(config.words))
      .define("PHASES", std::to_string(config.phases))
      .define("GROUP", config.group)
      .define("TRACK_CHANGES", flag(config.track_changes))
      .define("IS_TABLE", flag(automaton.table.has_value()));
  if (automaton.table) define_diagram(source, diagram_of(*automaton.table));
  return source;
}

}  // namespace morula
