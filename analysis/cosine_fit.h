#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace morula {

// The fit of cos κt to a correlation function C(t), from lag 0 to the lag where C first falls to 1/2.
struct CosineFit {
  double kappa = 0;
  double residual = 0;    // root mean square of C - cos κt over the fitted lags
  double half_width = 0;  // the lag where C is 1/2, by linear interpolation
  std::size_t lags = 0;   // number of fitted lags, from 0 to the first with C at or below 1/2
};

// τ = π/(3κ), where cos κτ is 1/2.
double correlation_length(const CosineFit& fit);

// Nothing if C does not fall to 1/2. `spacing` is the time between lags.
std::optional<CosineFit> fit_cosine(std::span<const double> correlation, double spacing);

}  // namespace morula
