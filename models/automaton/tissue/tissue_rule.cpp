#include "models/automaton/tissue/tissue_rule.h"

namespace morula {

Transitions transitions_of(const TissueSpec& tissue, u64 largest_sum) {
  Transitions tables(largest_sum);
  for (const TissueRegion& region : tissue.regions) {
    const Phases& phases = region.phases;
    const u8 resting_row = tables.add_row([&](u64 sum) { return sum >= phases.threshold; });
    const u8 relative_row = tables.add_row([&](u64 sum) { return sum >= phases.relative_threshold; });
    const u32 states = phases.states(), first = region.first_state;
    for (u32 phase = 0; phase < states; ++phase) {
      const bool active = phase >= 1 && phase <= phases.activated;
      const int flags = (active ? ACTIVE : 0) | (phase == 1 ? JUST_EXCITED : 0);
      const u32 unexcited = phase == 0 || phase + 1 == states ? 0 : phase + 1;
      const bool is_relative = phase > phases.activated + phases.refractory;
      tables.add_state({static_cast<u8>(first + 1), static_cast<u8>(first + unexcited),
                        static_cast<u8>(flags),
                        phase == 0    ? resting_row
                        : is_relative ? relative_row
                                      : u8{0}});
    }
  }
  if (tissue.scar_state) {
    const auto scar = static_cast<u8>(*tissue.scar_state);
    tables.add_state({scar, scar, 0, 0});
  }
  return tables;
}

std::optional<CycleRule> cycle_of(const TissueSpec& tissue, const Neighbourhood& neighbourhood) {
  if (tissue.regions.size() > 1 || !neighbourhood.reach) return std::nullopt;
  const Phases& phases = tissue.regions.front().phases;
  // A threshold is at most 26, the largest number of neighbours, so that the shift is valid.
  const auto at_least = [](u64 threshold) { return ~u32{0} << threshold; };
  const u32 last_state = phases.states() - 1;
  return CycleRule{phases.activated,
                   last_state,
                   0,
                   {0, 0, at_least(phases.threshold)},
                   {last_state - phases.relative + 1, last_state,
                    phases.relative ? at_least(phases.relative_threshold) : 0}};
}

}  // namespace morula
