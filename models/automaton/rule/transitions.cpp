#include "models/automaton/rule/transitions.h"

namespace morula {

Transitions transitions_of(const CycleRule& rule, unsigned states, u64 largest_sum) {
  Transitions tables(largest_sum);
  const auto row_for = [&](const Trigger& trigger) {
    return trigger.on ? tables.add_row([&](u64 sum) { return (trigger.on >> sum) & 1; }) : u8{0};
  };
  const u8 first = row_for(rule.first), second = row_for(rule.second);
  const auto listens = [](const Trigger& trigger, u32 state) {
    return state >= trigger.from && state <= trigger.to;
  };
  for (u32 state = 0; state < states; ++state) {
    const u8 row = listens(rule.first, state) ? first : listens(rule.second, state) ? second : u8{0};
    const bool active = state >= 1 && state <= rule.active;
    const int flags = (active ? ACTIVE : 0) | (state == 1 ? JUST_EXCITED : 0);
    tables.add_state({1, static_cast<u8>(left_alone(rule, state)), static_cast<u8>(flags), row});
  }
  return tables;
}

}  // namespace morula
