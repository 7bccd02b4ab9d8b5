#include "analysis/cosine_fit.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace morula {
namespace {

// Half the derivative of Σ (C - cos κt)² with respect to κ, with lags as times.
double descent(std::span<const double> correlation, double kappa) {
  double sum = 0;
  for (std::size_t lag = 1; lag < correlation.size(); ++lag) {
    const auto time = static_cast<double>(lag);
    sum += (correlation[lag] - std::cos(kappa * time)) * time * std::sin(kappa * time);
  }
  return sum;
}

// The sum of squares falls from κ = 0, where every cosine is 1 and above C, and rises again before κ = π /
// (last lag). Bisecting its derivative gives κ to nearly all bits; minimising the sum itself would give half
// of them.
double best_kappa(std::span<const double> correlation) {
  double low = 0, high = std::numbers::pi / static_cast<double>(correlation.size() - 1);
  for (int halvings = 0; halvings < 100; ++halvings) {
    const double middle = (low + high) / 2;
    (descent(correlation, middle) < 0 ? low : high) = middle;
  }
  return (low + high) / 2;
}

double residual_of(std::span<const double> correlation, double kappa) {
  double sum = 0;
  for (std::size_t lag = 0; lag < correlation.size(); ++lag) {
    const double miss = correlation[lag] - std::cos(kappa * static_cast<double>(lag));
    sum += miss * miss;
  }
  return std::sqrt(sum / static_cast<double>(correlation.size()));
}

}  // namespace

double correlation_length(const CosineFit& fit) { return std::numbers::pi / (3 * fit.kappa); }

std::optional<CosineFit> fit_cosine(std::span<const double> correlation, double spacing) {
  const auto low = std::find_if(correlation.begin(), correlation.end(), [](double c) { return c <= 0.5; });
  if (low == correlation.end() || low == correlation.begin()) return std::nullopt;
  const auto lag = static_cast<std::size_t>(low - correlation.begin());
  const auto fitted = correlation.first(lag + 1);
  const double kappa = best_kappa(fitted), above = fitted[lag - 1], below = fitted[lag];
  const double half = static_cast<double>(lag - 1) + (above - 0.5) / (above - below);
  return CosineFit{kappa / spacing, residual_of(fitted, kappa), half * spacing, lag + 1};
}

}  // namespace morula
