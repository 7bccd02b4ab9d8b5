#include "tests/validation/waits.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace morula::validation {

std::uint64_t Waits::count() const {
  return std::accumulate(of_steps.begin(), of_steps.end(), std::uint64_t{0});
}

void Waits::add(std::uint64_t steps) {
  if (steps >= of_steps.size()) of_steps.resize(steps + 1);
  ++of_steps[steps];
}

void Waits::add(const Waits& waits) {
  of_steps.resize(std::max(of_steps.size(), waits.of_steps.size()));
  for (std::size_t i = 0; i < waits.of_steps.size(); ++i) of_steps[i] += waits.of_steps[i];
}

double distance_between(const Waits& first, const Waits& second) {
  const auto first_count = static_cast<double>(first.count()),
             second_count = static_cast<double>(second.count());
  assert(first_count > 0 && second_count > 0);
  const auto number = [](const Waits& waits, std::size_t i) {
    return i < waits.of_steps.size() ? static_cast<double>(waits.of_steps[i]) : 0;
  };
  double first_below = 0, second_below = 0, greatest = 0;
  for (std::size_t i = 0; i < std::max(first.of_steps.size(), second.of_steps.size()); ++i) {
    first_below += number(first, i) / first_count;
    second_below += number(second, i) / second_count;
    greatest = std::max(greatest, std::abs(first_below - second_below));
  }
  return greatest;
}

}  // namespace morula::validation
