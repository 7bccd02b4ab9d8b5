#pragma once

#include <span>
#include <vector>

namespace morula {

// C(k) = <(l_j - m)(l_{j+k} - m)> / <(l_j - m)²>, m the mean of the series, for lags of 0 to half the series:
// each average is over the pairs there are. The series must not be constant. By Fourier transform.
std::vector<double> autocorrelation(std::span<const double> series);

}  // namespace morula
