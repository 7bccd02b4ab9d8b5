// Polynomials by Horner's rule, so that every machine rounds in the same order.
#pragma once

#include <span>

namespace morula {

// `terms` are the coefficients from the highest power down.
inline double polynomial(double x, std::span<const double> terms) {
  double sum = 0;
  for (const double term : terms) sum = sum * x + term;
  return sum;
}

}  // namespace morula
