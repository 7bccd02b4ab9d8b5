// Polynomials by Horner's rule: one order of roundings on every machine.
#pragma once

#include <span>

namespace morula {

// Terms from the highest power down.
inline double polynomial(double x, std::span<const double> terms) {
  double sum = 0;
  for (const double term : terms) sum = sum * x + term;
  return sum;
}

}  // namespace morula
