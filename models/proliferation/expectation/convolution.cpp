#include "models/proliferation/expectation/convolution.h"

#include <algorithm>

namespace morula {
namespace {

constexpr std::size_t abreast = 8;  // number of weights that are applied in one pass over the values

// sums[n] += Σ weights[j] · values[n − j], for the weights in [from, to) and the values from `begin` on. Each
// sum is taken in the order of the weights, whatever the size of the processor's vectors. `padded` holds the
// values, preceded by `abreast` zeros.
void add_products(const std::vector<double>& weights, std::size_t from, std::size_t to,
                  const std::vector<double>& padded, std::size_t begin, std::vector<double>& sums) {
  for (std::size_t j = from; j < to; j += abreast) {
    double w[abreast] = {};
    for (std::size_t i = 0; i < std::min(abreast, to - j); ++i) w[i] = weights[j + i];
    const double* const at = padded.data() + 1;
    double* __restrict const sum = sums.data() + j;
    const std::size_t count = sums.size() - j;
    for (std::size_t n = begin; n < count; ++n)
      sum[n] = sum[n] + w[0] * at[n + 7] + w[1] * at[n + 6] + w[2] * at[n + 5] + w[3] * at[n + 4] +
               w[4] * at[n + 3] + w[5] * at[n + 2] + w[6] * at[n + 1] + w[7] * at[n];
  }
}

std::vector<double> after_zeros(const std::vector<double>& values) {
  std::vector<double> padded(abreast, 0);
  padded.insert(padded.end(), values.begin(), values.end());
  return padded;
}

}  // namespace

void ConvolutionKernel::multiply_by(const std::vector<double>& factors) {
  for (std::size_t i = 0; i < weight.size(); ++i) {
    weight[i] *= factors[i];
    last[i] *= factors[i];
  }
}

void ConvolutionKernel::trim(double least) {
  while (from < to && weight[from] < least) ++from;
  while (from < to && weight[to - 1] < least) --to;
}

ConvolutionKernel convolution_kernel(const GridLaw& law) {
  const std::size_t cells = law.cells();
  ConvolutionKernel kernel{std::vector<double>(cells + 1, 0), std::vector<double>(cells + 1, 0), 0,
                           cells + 1};
  for (std::size_t i = 0; i < cells; ++i) {
    kernel.weight[i] += law.mass[i] - law.later[i];
    kernel.weight[i + 1] += law.later[i];
    kernel.last[i + 1] = law.later[i];
  }
  return kernel;
}

std::vector<double> weights_at_end(const ConvolutionKernel& kernel) {
  std::vector<double> weights = kernel.weight;
  weights.back() = kernel.last.back();
  return weights;
}

std::vector<double> weights_at_end(const ConvolutionKernel& narrow, const ConvolutionKernel& wide) {
  const std::vector<double> padded = after_zeros(wide.weight);
  std::vector<double> weights(wide.weight.size(), 0);
  add_products(narrow.weight, narrow.from, narrow.to, padded, 0, weights);
  weights.back() = 0;
  for (std::size_t j = narrow.from; j < narrow.to; ++j)
    weights.back() += narrow.weight[j] * wide.last[weights.size() - 1 - j];
  return weights;
}

double weighted_at_end(const std::vector<double>& weights, const std::vector<double>& values) {
  double sum = 0;
  for (std::size_t j = 0; j < weights.size(); ++j) sum += weights[j] * values[weights.size() - 1 - j];
  return sum;
}

std::vector<double> convolved(const ConvolutionKernel& kernel, const std::vector<double>& values,
                              double least) {
  std::vector<double> sums(values.size()), padded = after_zeros(values);
  for (std::size_t n = 0; n < sums.size(); ++n) sums[n] = kernel.last[n] * values[0];
  std::size_t begin = 1;  // the value at 0 was added above, with the last weight of each sum
  while (begin < values.size() && values[begin] < least) ++begin;
  std::fill_n(padded.begin(), abreast + begin, 0.0);
  add_products(kernel.weight, kernel.from, kernel.to, padded, begin, sums);
  return sums;
}

}  // namespace morula
