// The median of several figures, which a few disturbed ones do not change.
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
