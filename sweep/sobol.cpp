#include "sweep/sobol.h"

#include <array>
#include <cassert>

namespace morula::sweep {
namespace {

constexpr unsigned digits = 32;

// A primitive polynomial over the integers modulo 2 with this degree, whose inner coefficients are the bits
// of `inner`, and its first direction numbers. The table has the first lines of the file new-joe-kuo-6.21201.
struct Direction {
  unsigned degree;
  std::uint32_t inner;
  std::array<std::uint32_t, 7> first;
};

// S. Joe, F. Y. Kuo, "Constructing Sobol sequences with better two-dimensional projections", SIAM J. Sci.
// Comput. 30, 2635-2654 (2008).
constexpr std::array<Direction, sobol_dimensions - 1> directions = {{
    {1, 0, {1}},
    {2, 1, {1, 3}},
    {3, 1, {1, 3, 1}},
    {3, 2, {1, 1, 1}},
    {4, 1, {1, 1, 3, 3}},
    {4, 4, {1, 3, 5, 13}},
    {5, 2, {1, 1, 5, 5, 17}},
    {5, 4, {1, 1, 5, 5, 5}},
    {5, 7, {1, 1, 7, 11, 19}},
    {5, 11, {1, 1, 5, 1, 1}},
    {5, 13, {1, 1, 1, 3, 11}},
    {5, 14, {1, 3, 5, 5, 31}},
    {6, 1, {1, 3, 3, 9, 7, 49}},
    {6, 13, {1, 1, 1, 15, 21, 21}},
    {6, 16, {1, 3, 1, 13, 27, 49}},
    {6, 19, {1, 1, 1, 15, 7, 5}},
    {6, 22, {1, 3, 1, 15, 13, 25}},
    {6, 25, {1, 1, 5, 5, 19, 61}},
    {7, 1, {1, 3, 7, 11, 23, 15, 103}},
    {7, 4, {1, 3, 7, 13, 13, 15, 69}},
}};

using Numbers = std::array<std::uint32_t, digits>;

Numbers direction_numbers(std::size_t dimension) {
  Numbers v{};
  if (dimension == 0) {
    for (unsigned i = 0; i < digits; ++i) v[i] = std::uint32_t{1} << (digits - 1 - i);
    return v;
  }
  const auto& [degree, inner, first] = directions[dimension - 1];
  for (unsigned i = 0; i < digits; ++i) {
    if (i < degree) {
      v[i] = first[i] << (digits - 1 - i);
      continue;
    }
    v[i] = v[i - degree] ^ (v[i - degree] >> degree);
    for (unsigned k = 1; k < degree; ++k)
      if ((inner >> (degree - 1 - k) & 1) != 0) v[i] ^= v[i - k];
  }
  return v;
}

}  // namespace

double sobol(std::uint64_t index, std::size_t dimension) {
  assert(dimension < sobol_dimensions && index < std::uint64_t{1} << digits);
  const Numbers v = direction_numbers(dimension);
  const std::uint64_t gray = index ^ index >> 1;  // the published order, by Antonov and Saleev
  std::uint32_t word = 0;
  for (unsigned i = 0; i < digits; ++i)
    if ((gray >> i & 1) != 0) word ^= v[i];
  return word / 4294967296.0;
}

}  // namespace morula::sweep
