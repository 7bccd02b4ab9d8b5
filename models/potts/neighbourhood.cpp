#include "models/potts/neighbourhood.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace morula::potts {
namespace {

template <typename Condition>
Neighbourhood neighbours_where(unsigned dimensions, Condition belongs) {
  Neighbourhood all;
  const int depth = dimensions == 3 ? 2 : 0;
  for (int z = -depth; z <= depth; ++z)
    for (int y = -2; y <= 2; ++y)
      for (int x = -2; x <= 2; ++x)
        if ((x != 0 || y != 0 || z != 0) && belongs(Offset{x, y, z})) all.offsets.push_back({x, y, z});
  return all;
}

}  // namespace

unsigned Neighbourhood::reach() const {
  int reach = 0;
  for (const Offset& offset : offsets)
    reach = std::max({reach, std::abs(offset.x), std::abs(offset.y), std::abs(offset.z)});
  return static_cast<unsigned>(reach);
}

std::vector<Offset> Neighbourhood::later() const {
  return {offsets.begin() + static_cast<std::ptrdiff_t>(offsets.size() / 2), offsets.end()};
}

Neighbourhood neighbours_of_order(unsigned dimensions, unsigned order) {
  constexpr std::array<int, 4> in_plane = {1, 2, 4, 5}, in_space = {1, 2, 3, 4};  // squares of distances
  const int farthest = (dimensions == 3 ? in_space : in_plane).at(order - 1);
  return neighbours_where(dimensions, [&](Offset offset) {
    return offset.x * offset.x + offset.y * offset.y + offset.z * offset.z <= farthest;
  });
}

Neighbourhood neighbours_in_range(unsigned dimensions, unsigned range) {
  const int reach = static_cast<int>(range);
  return neighbours_where(dimensions, [&](Offset offset) {
    return std::abs(offset.x) <= reach && std::abs(offset.y) <= reach && std::abs(offset.z) <= reach;
  });
}

}  // namespace morula::potts
