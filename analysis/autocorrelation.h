#pragma once

#include <span>
#include <vector>

namespace morula {

// C(k) = <(l_j - m)(l_{j+k} - m)> / <(l_j - m)²>, where m is the mean of the series, for lags from 0 to half
// the length of the series. Each average is over all pairs of points with that lag. The series must not be
// constant. Computed by Fourier transform.
std::vector<double> autocorrelation(std::span<const double> series);

}  // namespace morula
