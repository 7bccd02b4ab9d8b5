// The times that a site waits from one change to the next, as they are seen at whole Monte Carlo steps. Waits
// that are not over at the end are left out.
#pragma once

#include <cstdint>
#include <vector>

namespace morula::validation {

struct Waits {
  std::vector<std::uint64_t> of_steps;  // how many waits of 0, 1, 2, … steps

  std::uint64_t count() const;
  void add(std::uint64_t steps);
  void add(const Waits& waits);
};

// The greatest distance between two distribution functions. Both must have waits.
double distance_between(const Waits& first, const Waits& second);

}  // namespace morula::validation
