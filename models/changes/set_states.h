// Sets sites of a field that holds one value for each site.
#pragma once

#include <cstring>

#include "models/changes/changeable.h"
#include "models/changes/state_copy.h"

namespace morula {

// Calls set(value, site, replica) for every site of the shape, in every replica that is running.
template <typename Value, typename Set>
void set_values(FieldCopy& copy, const Shape& shape, const Changeable::IsRunning& is_running,
                const Set& set) {
  const Extent& extent = copy.field.extent;
  const Index replicas = copy.field.replicas == 0 ? 1 : copy.field.replicas;
  for (Index replica = 0; replica < replicas; ++replica) {
    if (!is_running(replica)) continue;
    for (Index z = shape.from.z; z <= shape.to.z; ++z)
      for (Index y = shape.from.y; y <= shape.to.y; ++y)
        for (Index x = shape.from.x; x <= shape.to.x; ++x) {
          const Site site{x, y, z};
          if (!shape.contains(site)) continue;
          const Index index = replica * extent.sites() + (z * extent.y + y) * extent.x + x;
          Value value;
          std::memcpy(&value, &copy.values[index * sizeof(Value)], sizeof(Value));
          set(value, site, replica);
          std::memcpy(&copy.values[index * sizeof(Value)], &value, sizeof(Value));
        }
  }
}

// The names "0", "1", …, for states that only have numbers.
inline std::vector<std::string> numbers_below(std::uint64_t count) {
  std::vector<std::string> names;
  for (std::uint64_t number = 0; number < count; ++number) names.push_back(std::to_string(number));
  return names;
}

}  // namespace morula
