// The times between two changes of a site, measured in whole Monte Carlo steps. Waits that have not ended
// when the run ends are left out.
#pragma once

#include <cstdint>
#include <vector>

namespace morula::validation {

struct Waits {
  std::vector<std::uint64_t> of_steps;  // number of waits of 0, 1, 2, … steps

  std::uint64_t count() const;
  void add(std::uint64_t steps);
  void add(const Waits& waits);
};

// The largest difference between the two distribution functions. Both must have waits.
double distance_between(const Waits& first, const Waits& second);

}  // namespace morula::validation
