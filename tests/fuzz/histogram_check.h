// The conditions that every histogram must meet after it has been read.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "models/proliferation/histogram.h"

namespace morula {

// The fluorescences of its bins rise, and it has at least one cell and at most `most`.
inline void check_histogram(const Histogram& histogram, std::uint64_t most) {
  std::uint64_t cells = 0;
  for (std::size_t i = 0; i < histogram.size(); ++i) {
    if (!std::isfinite(histogram[i].fluorescence) || histogram[i].count == 0) std::abort();
    if (i > 0 && !(histogram[i].fluorescence > histogram[i - 1].fluorescence)) std::abort();
    cells += histogram[i].count;
  }
  if (cells == 0 || cells > most) std::abort();
}

}  // namespace morula
