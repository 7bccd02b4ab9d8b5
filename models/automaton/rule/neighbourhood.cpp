#include "models/automaton/rule/neighbourhood.h"

#include "models/automaton/automaton_rule.h"

namespace morula {

u64 Neighbourhood::largest_sum() const {
  u64 sum = 0;
  for (const Neighbour& one : neighbours) sum += one.weight;
  return sum;
}

Neighbourhood neighbourhood_of_reach(unsigned dimensions, int reach) {
  Neighbourhood all{{}, 1, reach};
  const int deep = dimensions == 3 ? 1 : 0;
  for (int dz = -deep; dz <= deep; ++dz)
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        if (is_neighbour(dx, dy, dz, reach)) all.neighbours.push_back({dx, dy, dz, 1});
  return all;
}

}  // namespace morula
