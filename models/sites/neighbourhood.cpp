#include "models/sites/neighbourhood.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace morula {
namespace {

u64 steps_over(u64 distance, u64 longest_step) {
  if (distance == 0) return 0;
  if (longest_step == 0) return std::numeric_limits<u64>::max();  // no neighbour lies in this direction
  return (distance + longest_step - 1) / longest_step;
}

}  // namespace

u64 Neighbourhood::largest_sum() const {
  u64 sum = 0;
  for (const Neighbour& neighbour : neighbours) sum += neighbour.weight;
  return sum;
}

// A step brings a wave nearer by one neighbour's offsets at most, along each axis and in their sum.
u64 fewest_steps(const Neighbourhood& neighbourhood, u64 dx, u64 dy, u64 dz) {
  u64 longest_x = 0, longest_y = 0, longest_z = 0, longest_sum = 0;
  for (const Neighbour& neighbour : neighbourhood.neighbours) {
    if (neighbour.weight == 0) continue;
    const auto x = static_cast<u64>(std::abs(neighbour.dx)), y = static_cast<u64>(std::abs(neighbour.dy)),
               z = static_cast<u64>(std::abs(neighbour.dz));
    longest_x = std::max(longest_x, x);
    longest_y = std::max(longest_y, y);
    longest_z = std::max(longest_z, z);
    longest_sum = std::max(longest_sum, x + y + z);
  }
  return std::max({steps_over(dx, longest_x), steps_over(dy, longest_y), steps_over(dz, longest_z),
                   steps_over(dx + dy + dz, longest_sum)});
}

Neighbourhood neighbourhood_of_reach(unsigned dimensions, int reach) {
  Neighbourhood neighbourhood{{}, 1, reach};
  const int deep = dimensions == 3 ? 1 : 0;
  for (int dz = -deep; dz <= deep; ++dz)
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        if (const int away = std::abs(dx) + std::abs(dy) + std::abs(dz); away > 0 && away <= reach)
          neighbourhood.neighbours.push_back({dx, dy, dz, 1});
  return neighbourhood;
}

}  // namespace morula
