#include "models/automaton/read/tissue_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/stream.h"
#include "models/automaton/read/region_placement_reader.h"
#include "models/automaton/read/tissue_neighbourhood_reader.h"
#include "models/automaton/tissue/tissue_rule.h"
#include "models/lattice_reader.h"
#include "models/sites/shape_reader.h"

namespace morula {
namespace {

constexpr u32 most_states = 256;

// `tissue_phases` are the phases of the tissue as a whole; a region uses them for the keys that it leaves
// out.
Phases read_phases(io::Section& section, const Phases& tissue_phases, u64 largest_sum,
                   io::Presence presence) {
  Phases phases = tissue_phases;
  const auto steps = [&](const char* key, u32 least, u32& value, io::Presence needed) {
    if (const auto read = section.whole(key, least, most_states - 1, needed)) value = static_cast<u32>(*read);
  };
  steps("activated", 1, phases.activated, presence);
  steps("refractory", 0, phases.refractory, presence);
  steps("relative", 0, phases.relative, io::Presence::Optional);
  phases.threshold = section.whole("threshold", 1, largest_sum, presence).value_or(tissue_phases.threshold);
  const bool was_relative = tissue_phases.relative > 0 && presence == io::Presence::Optional;
  const auto needed = phases.relative > 0 && !was_relative ? io::Presence::Required : io::Presence::Optional;
  const auto higher = section.whole("relative_threshold", 1, largest_sum, needed);
  phases.relative_threshold = higher.value_or(std::max(tissue_phases.relative_threshold, phases.threshold));
  if (higher && *higher < phases.threshold)
    section.problem("relative_threshold",
                    fmt::format("is {}; must be at least the threshold, {}: such a cell is harder "
                                "to excite, not easier",
                                *higher, phases.threshold));
  if (higher && phases.relative == 0)
    section.problem("relative_threshold",
                    "is for cells that are relatively refractory for a while; add relative: STEPS");
  return phases;
}

void refuse_phases(io::Section& section) {
  for (const char* key : {"activated", "refractory", "relative", "threshold", "relative_threshold"}) {
    section.allow(key);
    if (section.has(key)) section.problem(key, "is not for scars, which are never activated; remove it");
  }
}

void read_region(io::Section& section, const InputFolder& folder, const Lattice& lattice, u64 largest_sum,
                 TissueSpec& tissue, Spec& spec) {
  RegionPlacement placement = read_region_placement(section, folder, lattice, spec);
  const bool scar = section.choice("scar", {"true", "false"}) == "true";
  if (!scar) {
    TissueRegion region;
    region.name = section.text("name").value_or(fmt::format("region {}", tissue.regions.size()));
    region.phases = read_phases(section, tissue.regions.front().phases, largest_sum, io::Presence::Optional);
    placement.region = static_cast<u32>(tissue.regions.size());
    tissue.regions.push_back(region);
  } else {
    section.allow("name");
    refuse_phases(section);
  }
  section.finish();
  tissue.placements.push_back(placement);
}

Stimulus read_stimulus(io::Section& section, const Lattice& lattice) {
  Stimulus stimulus;
  stimulus.shape = read_shape(section, lattice);
  stimulus.start = section.whole("start", 0, largest_when).value_or(0);
  // A count is required with a period, since a period alone could mean one stimulus or endless repetition.
  const auto repeated = section.has("period") ? io::Presence::Required : io::Presence::Optional;
  stimulus.count = section.whole("count", 1, largest_when, repeated).value_or(1);
  const auto needed = stimulus.count > 1 ? io::Presence::Required : io::Presence::Optional;
  stimulus.period = section.whole("period", 1, largest_when, needed).value_or(1);
  if (stimulus.count > 1 && stimulus.period > (largest_when - stimulus.start) / (stimulus.count - 1))
    section.problem("count", "puts the last stimulus beyond any time that can be reached");
  section.finish();
  return stimulus;
}

// Calls `read` with a section for each item of a list of mappings.
template <typename Read>
void for_items(io::Section& section, const char* key, const Read& read) {
  const io::Value* list = section.value(key);
  if (!list) return;
  if (list->kind != io::Value::Kind::List)
    return section.problem(key, fmt::format("is {}; must be a list of mappings", describe(*list)));
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    if (list->items[i].kind != io::Value::Kind::Map) {
      section.problems().add(list->items[i].place(), section.path_of(key),
                             fmt::format("holds {}; each item must be a mapping", describe(list->items[i])));
      continue;
    }
    io::Section item(list->items[i], fmt::format("{}[{}]", section.path_of(key), i), section.problems());
    read(item);
  }
}

u64 steps_between(const Neighbourhood& neighbourhood, const Site& from, const Site& to) {
  const auto apart = [](Index a, Index b) { return a > b ? a - b : b - a; };
  return fewest_steps(neighbourhood, apart(from.x, to.x), apart(from.y, to.y), apart(from.z, to.z));
}

void read_velocity(io::Section& section, const AutomatonSpec& automaton, TissueSpec& tissue) {
  const Lattice& lattice = automaton.lattice;
  auto path = section.section("velocity");
  if (!path) return;
  const auto from = read_site(*path, "from", lattice), to = read_site(*path, "to", lattice);
  path->finish();
  if (!from || !to) return;
  if (*from == *to) path->problem("to", "is where 'from' is; a velocity is measured between two sites");
  tissue.velocity = {*from, *to, steps_between(automaton.neighbourhood, *from, *to)};
  tissue.keeps_activation_times = true;
}

// Numbers the states of all regions, one region after the other. The last state is for cells that are not
// tissue.
void lay_out_states(io::Section& section, TissueSpec& tissue) {
  u32 states = 0;
  for (TissueRegion& region : tissue.regions) {
    region.first_state = states;
    states += region.phases.states();
  }
  const bool scarred = std::any_of(tissue.placements.begin(), tissue.placements.end(),
                                   [](const RegionPlacement& placement) { return !placement.region; });
  if (scarred) tissue.scar_state = states++;
  if (states > most_states)
    section.problem("tissue",
                    fmt::format("needs {} states, a resting one and one for each step of the cycle in every "
                                "region; there are {} at most",
                                states, most_states));
}

void read_watching(io::Section& section, const AutomatonSpec& automaton, TissueSpec& tissue) {
  tissue.keeps_activation_times = section.choice("activation_map", {"true", "false"}) == "true";
  read_velocity(section, automaton, tissue);
  const Lattice& lattice = automaton.lattice;
  const Index longest = std::max({lattice.global.x, lattice.global.y, lattice.global.z});
  tissue.crossing_time = section.whole("crossing_time", 0, largest_when).value_or(longest);
}

}  // namespace

void read_tissue(io::Section& automaton_section, const InputFolder& folder, AutomatonSpec& automaton,
                 Spec& spec) {
  auto section = automaton_section.section("tissue");
  if (!section) return;
  TissueSpec tissue;
  automaton.neighbourhood =
      read_tissue_neighbourhood(*section, automaton.lattice.dimensions, automaton.neighbourhood);
  const u64 sum = automaton.neighbourhood.largest_sum();
  const u64 largest_sum = sum > 0 ? sum : most_states;  // weights that are all 0 are reported elsewhere
  tissue.regions.push_back({"tissue", read_phases(*section, {}, largest_sum, io::Presence::Required), 0});
  for_items(*section, "regions", [&](io::Section& item) {
    read_region(item, folder, automaton.lattice, largest_sum, tissue, spec);
  });
  // After the regions, since it covers them too.
  read_mask(*section, folder, automaton.lattice, tissue, spec);
  for_items(*section, "stimuli",
            [&](io::Section& item) { tissue.stimuli.push_back(read_stimulus(item, automaton.lattice)); });
  read_watching(*section, automaton, tissue);
  section->finish();
  lay_out_states(automaton_section, tissue);
  automaton.transitions = transitions_of(tissue, largest_sum);
  automaton.cycle = cycle_of(tissue, automaton.neighbourhood);
  automaton.tissue = std::move(tissue);
}

}  // namespace morula
