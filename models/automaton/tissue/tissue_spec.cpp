#include <algorithm>

#include "models/automaton/tissue/tissue_spec.h"

namespace morula {

bool RegionPlacement::contains(Site site) const {
  if (!map) return shape.contains(site);
  const Extent& extent = map->extent;
  return map->values[(site.z * extent.y + site.y) * extent.x + site.x - map->first] == value;
}

bool Stimulus::is_due(u64 time) const {
  return time >= start && time <= last() && (time - start) % period == 0;
}

std::optional<u64> Stimulus::next_from(u64 time) const {
  if (time <= start) return start;
  const u64 next = start + (time - start + period - 1) / period * period;
  return next <= last() ? std::optional(next) : std::nullopt;
}

u32 TissueSpec::region_of(u32 state) const {
  u32 region = 0;
  while (region + 1 < regions.size() && regions[region + 1].first_state <= state) ++region;
  return region;
}

PhaseKind TissueSpec::kind_of(u32 state) const {
  if (scar_state && state == *scar_state) return PhaseKind::Scar;
  const TissueRegion& region = regions[region_of(state)];
  const u32 phase = state - region.first_state;
  if (phase == 0) return PhaseKind::Resting;
  if (phase <= region.phases.activated) return PhaseKind::Activated;
  return phase <= region.phases.activated + region.phases.refractory ? PhaseKind::Refractory
                                                                     : PhaseKind::Relative;
}

u64 TissueSpec::last_stimulus() const {
  u64 last = 0;
  for (const Stimulus& stimulus : stimuli) last = std::max(last, stimulus.last());
  return last;
}

u8 TissueSpec::state_at(Site site, u32 phase) const {
  u32 region = 0;
  for (auto placement = placements.rbegin(); placement != placements.rend(); ++placement) {
    if (!placement->contains(site)) continue;
    if (!placement->region) return static_cast<u8>(*scar_state);
    region = *placement->region;
    break;
  }
  const TissueRegion& properties = regions[region];
  return static_cast<u8>(properties.first_state + phase);
}

}  // namespace morula
