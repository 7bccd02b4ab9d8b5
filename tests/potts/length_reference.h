// The length of a cell from the list of its sites, as models/potts/README.md defines it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/dialect.h"

namespace morula::test {

using Offset = std::array<i64, 3>;
using Matrix = std::array<std::array<i64, 3>, 3>;

inline i64 floor_root(i64 number) {
  i64 root = static_cast<i64>(std::sqrt(static_cast<double>(number)));
  while (root * root > number) --root;
  while ((root + 1) * (root + 1) <= number) ++root;
  return root;
}

// Covariances times the square of the number of sites.
inline Matrix covariances(const std::vector<Offset>& sites) {
  Matrix matrix{};
  const i64 volume = static_cast<i64>(sites.size());
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      i64 products = 0, first = 0, second = 0;
      for (const Offset& site : sites) {
        products += site[i] * site[k];
        first += site[i];
        second += site[k];
      }
      matrix[i][k] = volume * products - first * second;
    }
  return matrix;
}

// The largest eigenvalue of a matrix whose entries are cut to 30 bits, in 3D to 19; in two dimensions twice
// that.
inline i64 largest_eigenvalue(Matrix matrix, unsigned dimensions) {
  const i64 limit = i64{1} << (dimensions == 2 ? 30 : 19);
  i64 unit = 1;
  while (std::max({matrix[0][0], matrix[1][1], matrix[2][2]}) / unit >= limit) unit *= 2;
  for (auto& row : matrix)
    for (i64& entry : row) entry /= unit;
  const auto& [x, y, z] = matrix;
  if (dimensions == 2)
    return (x[0] + y[1] + floor_root((x[0] - y[1]) * (x[0] - y[1]) + 4 * x[1] * x[1])) * unit;
  const auto minor = [&](std::size_t i, std::size_t k) {
    return matrix[i][i] * matrix[k][k] - matrix[i][k] * matrix[k][i];
  };
  const i64 trace = x[0] + y[1] + z[2], minors = minor(0, 1) + minor(0, 2) + minor(1, 2);
  const i64 determinant = x[0] * y[1] * z[2] + 2 * x[1] * y[2] * z[0] - x[0] * y[2] * y[2] -
                          y[1] * x[2] * x[2] - z[2] * x[1] * x[1];
  i64 root = 0;
  for (const auto& row : matrix)
    root = std::max(root, std::abs(row[0]) + std::abs(row[1]) + std::abs(row[2]));
  for (;;) {
    const i64 value = root * root * root - trace * root * root + minors * root - determinant;
    const i64 slope = 3 * root * root - 2 * trace * root + minors;
    if (value <= 0 || slope <= 0 || value < slope) return root * unit;
    root -= value / slope;
  }
}

// The length in units of 2^-12 of a site.
inline i64 reference_length(const std::vector<Offset>& sites, unsigned dimensions) {
  if (sites.size() < 2) return 0;
  const i64 volume = static_cast<i64>(sites.size()),
            eigenvalue = largest_eigenvalue(covariances(sites), dimensions);
  const i64 whole = eigenvalue / volume, remainder = eigenvalue % volume, unit = i64{1} << 24;
  return floor_root((whole * unit + remainder * unit / volume) / volume * (dimensions == 2 ? 8 : 20));
}

// λ (length − target)², rounded down to the scale.
inline double reference_length_energy(i64 length, double target, double strength, double scale) {
  const double away = static_cast<double>(length - std::llround(target * 4096)) / 4096;
  return std::floor(away * away * std::round(strength * scale)) / scale;
}

}  // namespace morula::test
