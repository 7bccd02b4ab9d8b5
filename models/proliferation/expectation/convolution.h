// Convolutions of a law on a grid with functions on the grid's points. The order of summation is fixed.
#pragma once

#include <cstddef>
#include <vector>

#include "models/proliferation/expectation/time_grid.h"

namespace morula {

// Weights of the grid's points. A function on [0, t] ends at t, so the last point only has the weight from
// the cell before it.
struct ConvolutionKernel {
  std::vector<double> weight, last;  // weight of point i if it is inside, and if it is the last
  std::size_t from = 0, to = 0;      // weights elsewhere are 0

  void multiply_by(const std::vector<double>& factors);
  void trim(double least);  // leaves out weights below `least` at both ends
};

ConvolutionKernel convolution_kernel(const GridLaw& law);
// Weights for a function that ends at the last point of the grid: for one time, and for the sum of two times.
std::vector<double> weights_at_end(const ConvolutionKernel& kernel);
std::vector<double> weights_at_end(const ConvolutionKernel& narrow, const ConvolutionKernel& wide);
double weighted_at_end(const std::vector<double>& weights, const std::vector<double>& values);
// The convolution at every point. Initial values below `least` are taken for 0.
std::vector<double> convolved(const ConvolutionKernel& kernel, const std::vector<double>& values,
                              double least);

}  // namespace morula
