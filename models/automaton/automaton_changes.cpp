#include "models/automaton/automaton_changes.h"

#include <algorithm>

#include "models/automaton/automaton_spec.h"
#include "models/changes/set_states.h"

namespace morula {
namespace {

const AutomatonSpec& changed_automaton(const Spec& spec) {
  return dynamic_cast<const AutomatonSpec&>(*spec.section);
}

// The number of phases that every region of the tissue has.
u64 phases_of_all(const TissueSpec& tissue) {
  u64 fewest = ~u64{0};
  for (const TissueRegion& region : tissue.regions) fewest = std::min<u64>(fewest, region.phases.states());
  return fewest;
}

std::vector<std::string> state_names(const Spec& spec) {
  const AutomatonSpec& automaton = changed_automaton(spec);
  if (automaton.formulas) return automaton.formulas->states;
  return numbers_below(automaton.tissue ? phases_of_all(*automaton.tissue) : automaton.transitions.states());
}

// A cell that is just activated counts as activated at the step of the change.
void set_phases(const TissueSpec& tissue, const Shape& shape, u64 phase, StateCopy& state,
                const Changeable::IsRunning& is_running) {
  set_values<u8>(state.at("state"), shape, is_running, [&](u8& value, const Site& site, Index) {
    value = tissue.state_at(site, static_cast<u32>(phase));
  });
  FieldCopy* const times = state.find("activation");
  if (!times || phase != 1) return;
  set_values<u32>(*times, shape, is_running, [&](u32& time, const Site& site, Index) {
    if (tissue.scar_state && tissue.state_at(site, 1) == *tissue.scar_state) return;
    time = static_cast<u32>(state.time() + 1);
  });
}

void set_states(const Spec& spec, const Shape& shape, u64 number, StateCopy& state,
                const Changeable::IsRunning& is_running) {
  const AutomatonSpec& automaton = changed_automaton(spec);
  if (automaton.tissue) return set_phases(*automaton.tissue, shape, number, state, is_running);
  set_values<u8>(state.at("state"), shape, is_running,
                 [&](u8& value, const Site&, Index) { value = static_cast<u8>(number); });
}

}  // namespace

Changeable automaton_changeable() {
  return {.keys = {"automaton.parameters", "automaton.tissue.threshold",
                   "automaton.tissue.relative_threshold", "automaton.tissue.weights",
                   "automaton.tissue.regions.*.threshold", "automaton.tissue.regions.*.relative_threshold"},
          .states = state_names,
          .set_sites = set_states};
}

}  // namespace morula
