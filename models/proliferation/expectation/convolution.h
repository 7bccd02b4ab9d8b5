// Convolutions of a law on a grid with functions at the grid's points. The order of summation is fixed.
#pragma once

#include <cstddef>
#include <vector>

#include "models/proliferation/expectation/time_grid.h"

namespace morula {

// Weights of the grid's points. A function on [0, t] ends at t, so that the last point has only the weight
// from the cell before it.
struct ConvolutionKernel {
  std::vector<double> weight, last;  // at point i if it is inside, and if it is the last
  std::size_t from = 0, to = 0;      // weights elsewhere are 0

  void multiply_by(const std::vector<double>& factors);
  void trim(double least);  // leaves out ends with lesser weights
};

ConvolutionKernel convolution_kernel(const GridLaw& law);
// The same weights for a function that ends at the grid's last point; and those of the sum of two times.
std::vector<double> weights_at_end(const ConvolutionKernel& kernel);
std::vector<double> weights_at_end(const ConvolutionKernel& narrow, const ConvolutionKernel& wide);
double weighted_at_end(const std::vector<double>& weights, const std::vector<double>& values);
// At every point. `values` below `least` at the beginning are taken for 0.
std::vector<double> convolved(const ConvolutionKernel& kernel, const std::vector<double>& values,
                              double least);

}  // namespace morula
