#include "analysis/autocorrelation.h"

#include <bit>
#include <numeric>

#include "analysis/fourier.h"

namespace morula {
namespace {

// The series minus its mean, followed by at least as many zeros: in the periodic transform, the end of the
// series is then not correlated with its beginning.
std::vector<std::complex<double>> padded_without_mean(std::span<const double> series) {
  const double mean = std::accumulate(series.begin(), series.end(), 0.0) / static_cast<double>(series.size());
  std::vector<std::complex<double>> values(std::bit_ceil(2 * series.size()));
  for (std::size_t i = 0; i < series.size(); ++i) values[i] = series[i] - mean;
  return values;
}

}  // namespace

std::vector<double> autocorrelation(std::span<const double> series) {
  std::vector<std::complex<double>> values = padded_without_mean(series);
  fourier_transform(values);
  for (auto& value : values) value = std::norm(value);
  // For a real and even spectrum, the inverse transform differs only by a factor, which cancels.
  fourier_transform(values);

  const auto points = static_cast<double>(series.size());
  std::vector<double> correlation(series.size() / 2 + 1);
  for (std::size_t lag = 0; lag < correlation.size(); ++lag)
    correlation[lag] = values[lag].real() / values[0].real() * points / (points - static_cast<double>(lag));
  return correlation;
}

}  // namespace morula
