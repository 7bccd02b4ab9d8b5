// Series with known results.
#pragma once

#include <cmath>
#include <random>
#include <vector>

namespace morula::test {

inline std::vector<double> cosine(std::size_t points, double kappa, double phase = 0) {
  std::vector<double> series(points);
  for (std::size_t i = 0; i < points; ++i) series[i] = std::cos(kappa * static_cast<double>(i) + phase);
  return series;
}

// Normal numbers by the central limit theorem, since the library's distribution differs between machines.
inline std::vector<double> white_noise(std::size_t points, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<double> series(points);
  for (double& value : series)
    for (int i = 0; i < 12; ++i) value += static_cast<double>(random() >> 11) / 9007199254740992.0 - 0.5;
  return series;
}

}  // namespace morula::test
