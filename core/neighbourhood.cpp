#include "core/neighbourhood.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>

namespace morula {
namespace {

struct NamedNeighbourhood {
  const char* name;
  unsigned dimensions;
  int reach;
};

// The first name for each dimension is the default.
constexpr std::array<NamedNeighbourhood, 7> named_neighbourhoods = {{{"moore", 2, 2},
                                                                     {"von-neumann", 2, 1},
                                                                     {"26", 3, 3},
                                                                     {"18", 3, 2},
                                                                     {"6", 3, 1},
                                                                     {"moore", 3, 3},
                                                                     {"von-neumann", 3, 1}}};

int steps_to(const Neighbour& neighbour) {
  return std::abs(neighbour.dx) + std::abs(neighbour.dy) + std::abs(neighbour.dz);
}

// The sites of a square or cube that fulfil a condition.
template <typename Condition>
Neighbourhood neighbours_where(unsigned dimensions, int range, Condition belongs) {
  Neighbourhood neighbourhood{{}, range, std::nullopt};
  const int depth = dimensions == 3 ? range : 0;
  for (int dz = -depth; dz <= depth; ++dz)
    for (int dy = -range; dy <= range; ++dy)
      for (int dx = -range; dx <= range; ++dx)
        if (const Neighbour neighbour{dx, dy, dz}; steps_to(neighbour) > 0 && belongs(neighbour))
          neighbourhood.neighbours.push_back(neighbour);
  return neighbourhood;
}

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

std::vector<Neighbour> Neighbourhood::later() const {
  return {neighbours.begin() + static_cast<std::ptrdiff_t>(neighbours.size() / 2), neighbours.end()};
}

std::vector<std::string> neighbourhood_names(unsigned dimensions) {
  std::vector<std::string> names;
  for (const NamedNeighbourhood& named : named_neighbourhoods)
    if (named.dimensions == dimensions) names.emplace_back(named.name);
  return names;
}

Neighbourhood neighbourhood_called(std::string_view name, unsigned dimensions) {
  int reach = 1;
  for (const NamedNeighbourhood& named : named_neighbourhoods)
    if (named.dimensions == dimensions && (name.empty() || name == named.name)) {
      reach = named.reach;
      break;
    }
  return neighbourhood_of_reach(dimensions, reach);
}

Neighbourhood neighbourhood_of_reach(unsigned dimensions, int reach) {
  Neighbourhood neighbourhood = neighbours_where(
      dimensions, 1, [&](const Neighbour& neighbour) { return steps_to(neighbour) <= reach; });
  neighbourhood.reach = reach;
  return neighbourhood;
}

Neighbourhood neighbours_of_order(unsigned dimensions, unsigned order) {
  constexpr std::array<int, 4> in_plane = {1, 2, 4, 5}, in_space = {1, 2, 3, 4};  // squares of distances
  const int farthest = (dimensions == 3 ? in_space : in_plane).at(order - 1);
  return neighbours_where(dimensions, farthest < 4 ? 1 : 2, [&](const Neighbour& neighbour) {
    return neighbour.dx * neighbour.dx + neighbour.dy * neighbour.dy + neighbour.dz * neighbour.dz <=
           farthest;
  });
}

Neighbourhood neighbours_in_range(unsigned dimensions, unsigned range) {
  return neighbours_where(dimensions, static_cast<int>(range), [](const Neighbour&) { return true; });
}

Neighbourhood neighbours_in_diamond(unsigned dimensions, unsigned range) {
  const int farthest = static_cast<int>(range);
  return neighbours_where(dimensions, farthest,
                          [&](const Neighbour& neighbour) { return steps_to(neighbour) <= farthest; });
}

// Along each axis, and in the sum over the axes, one step can shorten the distance by at most the largest
// offset of a neighbour.
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

}  // namespace morula
