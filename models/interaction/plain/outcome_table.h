// What the rule makes of two individuals, looked up.
#pragma once

#include <vector>

#include "models/interaction/interaction_rule.h"

namespace morula {

// Mobility, reproduction, predation or nothing: 0, 1, 2 or 3.
inline u32 action_of(u32 number, const Thresholds& below) {
  return u32{number >= below.move} + u32{number >= below.reproduce} + u32{number >= below.prey};
}

// A view of a table.
class Outcomes {
 public:
  struct Two {
    u8 actor, partner;
  };

  Outcomes(u32 states, const std::vector<Two>& table) : states_(states), table_(table.data()) {}

  u32 pair(u32 actor, u32 partner) const { return actor * states_ + partner; }
  Two of(u32 pair, u32 action, bool kin) const { return table_[(pair * 4 + action) * 2 + kin]; }

 private:
  u32 states_;
  const Two* table_;  // [pair][action][kin]
};

inline std::vector<Outcomes::Two> outcome_table(u32 states, const Choices& choices) {
  std::vector<Outcomes::Two> table;
  for (u32 actor = 0; actor < states; ++actor)
    for (u32 partner = 0; partner < states; ++partner)
      for (u32 action = 0; action < 4; ++action)
        for (u32 kin : {0u, 1u}) {
          const Pair after = interact({actor, partner}, action, {1, 2, 3}, choices, kin);
          table.push_back({static_cast<u8>(after.actor), static_cast<u8>(after.partner)});
        }
  return table;
}

}  // namespace morula
