// Everything that an interaction looks up for the states of its two sites, in one cache line.
#pragma once

#include <array>

#include "models/interaction/plain/outcome_table.h"
#include "models/interaction/rates/action_thresholds.h"

namespace morula {

struct alignas(64) PairOutcomes {
  std::array<std::array<Outcome, 4>, 2> after;  // [kin][action]
  Thresholds below;
};

// One entry for each pair of states, ordered by actor.
inline std::vector<PairOutcomes> pair_outcomes(u32 states, const ActionThresholds& rates,
                                               const RuleVariant& variant) {
  const std::vector<Outcome> outcomes = make_outcomes(states, variant);
  const OutcomeTable table(states, outcomes);
  std::vector<PairOutcomes> pairs;
  for (const Thresholds& below : rates.all()) {
    PairOutcomes pair{{}, below};
    for (u32 kin : {0u, 1u})
      for (u32 action = 0; action < 4; ++action)
        pair.after[kin][action] = table.of(static_cast<u32>(pairs.size()), action, kin);
    pairs.push_back(pair);
  }
  return pairs;
}

}  // namespace morula
