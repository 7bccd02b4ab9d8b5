#pragma once

#include <complex>
#include <vector>

namespace morula {

// The discrete Fourier transform, Σ x_j exp(-2πi jk/n), in place. The size must be a power of two.
void fourier_transform(std::vector<std::complex<double>>& values);

}  // namespace morula
