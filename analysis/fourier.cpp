#include "analysis/fourier.h"

#include <bit>
#include <cassert>
#include <numbers>
#include <utility>

namespace morula {
namespace {

using Complex = std::complex<double>;

void sort_by_reversed_bits(std::vector<Complex>& values) {
  const std::size_t size = values.size();
  for (std::size_t i = 0, reversed = 0; i < size; ++i) {
    if (i < reversed) std::swap(values[i], values[reversed]);
    std::size_t bit = size / 2;
    for (; bit > 0 && (reversed & bit) != 0; bit /= 2) reversed ^= bit;
    reversed ^= bit;
  }
}

// exp(-2πi k/size) for the first half of a circle. Each root is computed from its own angle, since a
// recurrence would accumulate errors.
std::vector<Complex> roots_of_unity(std::size_t size) {
  std::vector<Complex> roots(size / 2);
  for (std::size_t k = 0; k < roots.size(); ++k)
    roots[k] = std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(size));
  return roots;
}

}  // namespace

void fourier_transform(std::vector<Complex>& values) {
  const std::size_t size = values.size();
  assert(std::has_single_bit(size));
  const std::vector<Complex> roots = roots_of_unity(size);
  sort_by_reversed_bits(values);
  for (std::size_t half = 1; half < size; half *= 2)
    for (std::size_t block = 0; block < size; block += 2 * half)
      for (std::size_t k = 0; k < half; ++k) {
        Complex& low = values[block + k];
        Complex& high = values[block + k + half];
        const Complex turned = roots[k * (size / (2 * half))] * high;
        high = low - turned;
        low += turned;
      }
}

}  // namespace morula
