// All that an interaction looks up about the states of its two sites, in one line of the cache.
#pragma once

#include <array>

#include "models/interaction/plain/outcome_table.h"
#include "models/interaction/rates/action_thresholds.h"

namespace morula {

struct alignas(64) PairOutcomes {
  std::array<std::array<Outcome, 4>, 2> after;  // [kin][action]
  Thresholds below;
};

// For each pair of states, actor by actor.
inline std::vector<PairOutcomes> pair_outcomes(u32 states, const ActionThresholds& rates,
                                               const RuleVariant& variant) {
  const std::vector<Outcome> outcomes = make_outcomes(states, variant);
  const OutcomeTable table(states, outcomes);
  std::vector<PairOutcomes> all;
  for (const Thresholds& below : rates.all()) {
    PairOutcomes one{{}, below};
    for (u32 kin : {0u, 1u})
      for (u32 action = 0; action < 4; ++action)
        one.after[kin][action] = table.of(static_cast<u32>(all.size()), action, kin);
    all.push_back(one);
  }
  return all;
}

}  // namespace morula
