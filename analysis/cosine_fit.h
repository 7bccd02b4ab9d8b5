#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace morula {

// cos κt, fitted to a correlation function C(t) from lag 0 to where C first falls to 1/2.
struct CosineFit {
  double kappa = 0;
  double residual = 0;    // root mean square of C - cos κt over the lags fitted
  double half_width = 0;  // the lag where C is 1/2, between samples on a straight line
  std::size_t lags = 0;   // fitted, with lag 0 and the first at or below 1/2
};

// κτ = π/3: where cos κt is 1/2.
double correlation_length(const CosineFit& fit);

// Nothing where C does not fall to 1/2. `spacing` is the time between lags.
std::optional<CosineFit> fit_cosine(std::span<const double> correlation, double spacing);

}  // namespace morula
