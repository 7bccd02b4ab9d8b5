#include "models/automaton/rule/transitions.h"

namespace morula {

u64 Neighbourhood::largest_sum() const {
  u64 sum = 0;
  for (const Neighbour& one : neighbours) sum += one.weight;
  return sum;
}

Neighbourhood cube_of_three(unsigned dimensions, int reach) {
  Neighbourhood all{{}, 1, reach};
  const int deep = dimensions == 3 ? 1 : 0;
  for (int dz = -deep; dz <= deep; ++dz)
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        if (is_neighbour(dx, dy, dz, reach)) all.neighbours.push_back({dx, dy, dz, 1});
  return all;
}

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
    const int signs = (active ? ACTIVE : 0) | (state == 1 ? ONSET : 0);
    tables.add_state({1, static_cast<u8>(left_alone(rule, state)), static_cast<u8>(signs), row});
  }
  return tables;
}

}  // namespace morula
