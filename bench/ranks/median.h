// The middle one of some figures, which a few that were disturbed do not move.
#pragma once

#include <algorithm>
#include <vector>

namespace morula {

inline double median(std::vector<double> figures) {
  if (figures.empty()) return 0;
  const auto middle = figures.begin() + static_cast<std::ptrdiff_t>(figures.size() / 2);
  std::ranges::nth_element(figures, middle);
  return *middle;
}

}  // namespace morula
