// Mean and sd of a law of times, from its quantiles.
#pragma once

#include <cmath>

#include "models/proliferation/law/time_law.h"

namespace morula {

struct Moments {
  double mean = 0, sd = 0;
};

// Computed by a fine quadrature rule over the normal deviate.
inline Moments moments_of(const TimeLaw& law) {
  double sum = 0, squares = 0, total = 0;
  for (double z = -7; z < 7; z += 0.001) {
    const double weight = std::exp(-z * z / 2), tail = 0.5 * std::erfc(std::abs(z) / std::sqrt(2.0));
    const double time = z < 0 ? quantile(law, tail) : isf(law, tail);
    total += weight, sum += weight * time, squares += weight * time * time;
  }
  return {sum / total, std::sqrt(squares / total - sum / total * (sum / total))};
}

}  // namespace morula
