// The time for which cells keep their direction, from the autocovariance of their displacements.
#include "analysis/persistence.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/elementary.h"

namespace morula {
namespace {

// Whole numbers from the first to the last, whose logarithms are about evenly spaced.
std::set<std::uint64_t> spaced(double first, double last, unsigned count) {
  std::set<std::uint64_t> numbers;
  const double from = natural_logarithm(first), step = (natural_logarithm(last) - from) / (count - 1);
  for (unsigned i = 0; i < count; ++i)
    numbers.insert(static_cast<std::uint64_t>(std::round(exponential(from + step * i))));
  return numbers;
}

// The value at `at` of a quadratic that is fitted by weighted least squares (normal equations with three
// unknowns).
double local_quadratic(const std::vector<LagValue>& values, const std::vector<double>& weights, double at) {
  std::array<std::array<double, 4>, 3> rows{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double x = values[i].lag - at;
    const std::array<double, 3> powers = {1, x, x * x};
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t c = 0; c < 3; ++c) rows[r][c] += weights[i] * powers[r] * powers[c];
      rows[r][3] += weights[i] * powers[r] * values[i].value;
    }
  }
  for (std::size_t p = 2; p > 0; --p)  // eliminates the highest powers first; the constant is left
    for (std::size_t r = 0; r < p; ++r) {
      const double factor = rows[r][p] / rows[p][p];
      for (std::size_t c = 0; c < 4; ++c) rows[r][c] -= factor * rows[p][c];
    }
  return rows[0][3] / rows[0][0];
}

// The weights of a local fit at `at`: (1 − (d/h)³)³ for a point at the distance d, where h is the distance of
// the `nearest`-th point; 0 for points beyond it.
std::vector<double> tricube(const std::vector<LagValue>& values, std::size_t nearest, double at) {
  std::vector<double> distances, weights;
  for (const LagValue& value : values) distances.push_back(std::abs(value.lag - at));
  std::vector<double> sorted = distances;
  std::ranges::sort(sorted);
  const double reach = sorted[nearest - 1];
  for (const double distance : distances) {
    const double share = distance / reach, root = 1 - share * share * share;
    weights.push_back(distance < reach ? root * root * root : 0);
  }
  return weights;
}

struct ExponentialFit {
  double residual = 0, factor = 0;
};

ExponentialFit fit_with(const std::vector<LagValue>& values, const std::vector<double>& weights,
                        double time) {
  double product = 0, square = 0, residual = 0;
  std::vector<double> curve;
  for (std::size_t i = 0; i < values.size(); ++i) {
    curve.push_back(exponential(-values[i].lag / time));
    product += weights[i] * curve[i] * values[i].value;
    square += weights[i] * curve[i] * curve[i];
  }
  const double factor = product / square;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double away = values[i].value - factor * curve[i];
    residual += weights[i] * away * away;
  }
  return {residual, factor};
}

}  // namespace

std::optional<std::uint64_t> first_below(const PooledTracks& tracks, double fraction) {
  const std::uint64_t points = tracks.longest();
  const auto first = tracks.product(0);
  if (points < 4 || !first) return std::nullopt;
  const double longest_logarithm = std::floor(natural_logarithm(static_cast<double>(points)));
  for (const std::uint64_t length : spaced(1, exponential(longest_logarithm), 500))
    if (const auto value = tracks.product(length - 1); value && *value <= fraction * *first) return length;
  return std::nullopt;
}

std::vector<LagValue> autocovariance_until(const PooledTracks& tracks, std::uint64_t below) {
  const std::uint64_t points = tracks.longest(), cutoff = std::min(2 * below, points - 1);
  std::set<std::uint64_t> lengths;
  if (cutoff < 550) {
    for (std::uint64_t length = 1; length <= (cutoff < 20 ? 20u : 10u); ++length) lengths.insert(length);
    if (cutoff >= 20) lengths.merge(spaced(11, static_cast<double>(cutoff), 10));
  } else {
    lengths = spaced(1, static_cast<double>(cutoff), 21);
  }
  std::vector<LagValue> values;
  for (const std::uint64_t length : lengths)
    if (const auto value = tracks.product(length - 1))
      values.push_back({static_cast<double>(length), *value, 0});
  return values;
}

std::optional<double> half_life_of(const std::vector<LagValue>& values) {
  if (values.size() < 8) return std::nullopt;
  double largest_value = values.front().value;
  for (const LagValue& value : values) largest_value = std::max(largest_value, value.value);
  const std::size_t nearest = values.size() * 3 / 4;
  std::optional<LagValue> before;
  for (const LagValue& value : values) {
    const double smooth = local_quadratic(values, tricube(values, nearest, value.lag), value.lag);
    if (smooth <= largest_value / 2) {
      if (!before) return value.lag;
      return before->lag +
             (value.lag - before->lag) * (before->value - largest_value / 2) / (before->value - smooth);
    }
    before = {value.lag, smooth, 0};
  }
  return std::nullopt;
}

std::optional<double> decay_time_of(const std::vector<LagValue>& values, const std::vector<double>& weights) {
  if (values.size() < 4) return std::nullopt;
  const auto residual = [&](double logarithm) {
    return fit_with(values, weights, exponential(logarithm)).residual;
  };
  const double lowest = natural_logarithm(values.front().lag / 20),
               highest = natural_logarithm(values.back().lag * 100), step = (highest - lowest) / 200;
  double best = lowest;
  for (int i = 0; i <= 200; ++i)
    if (residual(lowest + i * step) < residual(best)) best = lowest + i * step;
  double low = best - step, high = best + step;
  for (int round = 0; round < 60; ++round) {  // golden-section search
    const double span = (high - low) * 0.3819660112501051, a = low + span, b = high - span;
    (residual(a) < residual(b) ? high : low) = residual(a) < residual(b) ? b : a;
  }
  return exponential((low + high) / 2);
}

std::optional<double> half_life(const PooledTracks& tracks, double spacing) {
  const auto below = first_below(tracks, 0.5);
  if (!below) return std::nullopt;
  const auto lag = half_life_of(autocovariance_until(tracks, *below));
  return lag ? std::optional(*lag * spacing) : std::nullopt;
}

std::optional<double> decay_time(const PooledTracks& tracks, double spacing) {
  const auto below = first_below(tracks, 0.1);
  if (!below) return std::nullopt;
  const std::vector<LagValue> values = autocovariance_until(tracks, *below);
  std::vector<double> weights;
  for (const LagValue& value : values)
    weights.push_back(static_cast<double>(tracks.longest()) - value.lag + 1);
  const auto time = decay_time_of(values, weights);
  return time ? std::optional(*time * spacing) : std::nullopt;
}

}  // namespace morula
