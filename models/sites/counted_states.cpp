#include <algorithm>

#include "models/sites/formula_rule_spec.h"

namespace morula {

std::vector<RangeOfStates> ranges_of(const StateSet& states) {
  std::vector<RangeOfStates> ranges;
  for (unsigned state = 0; state < most_states_in_ranges; ++state) {
    if (!states[state]) continue;
    if (state == 0 || !states[state - 1]) ranges.push_back({static_cast<u8>(state), 0});
    ranges.back().end = static_cast<u8>(state + 1);
  }
  return ranges;
}

std::vector<std::vector<RangeOfStates>> ranges_by_own(const SiteInput& count) {
  std::vector<std::vector<RangeOfStates>> by_number;
  for (std::size_t centre = 0; centre < count.states_by_own.size(); ++centre) {
    const std::vector<RangeOfStates> ranges = ranges_of(count.states_by_own[centre]);
    if (ranges.size() > by_number.size())
      by_number.resize(ranges.size(), std::vector<RangeOfStates>(count.states_by_own.size()));
    for (std::size_t i = 0; i < ranges.size(); ++i) by_number[i][centre] = ranges[i];
  }
  return by_number;
}

}  // namespace morula
