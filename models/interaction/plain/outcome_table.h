// Outcomes of interactions: the rule as a table, since a look-up is quicker than branches.
#pragma once

#include <vector>

#include "models/interaction/interaction_rule.h"

namespace morula {

// The action that a random number chooses: mobility, reproduction, predation or nothing, as 0, 1, 2 or 3.
inline u32 action_of(u32 number, const Thresholds& below) {
  return u32{number >= below.move} + u32{number >= below.reproduce} + u32{number >= below.prey};
}

// The states of both sites afterwards.
struct Outcome {
  u8 actor, partner;
};

// A view of the outcomes that make_outcomes() returns.
class OutcomeTable {
 public:
  OutcomeTable(u32 states, const std::vector<Outcome>& table) : states_(states), table_(table.data()) {}

  u32 pair(u32 actor, u32 partner) const { return actor * states_ + partner; }
  Outcome of(u32 pair, u32 action, bool kin) const { return table_[(pair * 4 + action) * 2 + kin]; }

 private:
  u32 states_;
  const Outcome* table_;  // [pair][action][kin]
};

inline std::vector<Outcome> make_outcomes(u32 states, const RuleVariant& variant) {
  std::vector<Outcome> table;
  for (u32 actor = 0; actor < states; ++actor)
    for (u32 partner = 0; partner < states; ++partner)
      for (u32 action = 0; action < 4; ++action)
        for (u32 kin : {0u, 1u}) {
          const Pair after = interact({actor, partner}, action, {1, 2, 3}, variant, kin);
          table.push_back({static_cast<u8>(after.actor), static_cast<u8>(after.partner)});
        }
  return table;
}

}  // namespace morula
