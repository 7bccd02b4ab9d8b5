#include "analysis/autocorrelation.h"

#include <gtest/gtest.h>

#include <numbers>
#include <numeric>

#include "analysis/fourier.h"
#include "tests/analysis/series.h"

namespace morula::test {
namespace {

using Complex = std::complex<double>;

TEST(FourierTransform, IsTheSumItStandsFor) {
  for (const std::size_t size : {1u, 2u, 4u, 32u, 128u}) {
    const std::vector<double> real = white_noise(size, 1), imaginary = white_noise(size, 2);
    std::vector<Complex> given(size);
    for (std::size_t i = 0; i < size; ++i) given[i] = {real[i], imaginary[i]};
    std::vector<Complex> transformed = given;
    fourier_transform(transformed);
    for (std::size_t k = 0; k < size; ++k) {
      Complex sum = 0;
      for (std::size_t j = 0; j < size; ++j)
        sum += given[j] * std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(j * k) /
                                              static_cast<double>(size));
      EXPECT_NEAR(std::abs(transformed[k] - sum), 0, 1e-11) << size << ' ' << k;
    }
  }
}

double directly(const std::vector<double>& series, std::size_t lag) {
  const double mean = std::accumulate(series.begin(), series.end(), 0.0) / static_cast<double>(series.size());
  const auto average = [&](std::size_t apart) {
    double sum = 0;
    for (std::size_t i = 0; i + apart < series.size(); ++i)
      sum += (series[i] - mean) * (series[i + apart] - mean);
    return sum / static_cast<double>(series.size() - apart);
  };
  return average(lag) / average(0);
}

TEST(Autocorrelation, IsTheAverageItStandsFor) {
  for (const std::size_t points : {16u, 17u, 31u, 200u, 257u}) {
    std::vector<double> series = white_noise(points, points);
    for (std::size_t i = 1; i < points; ++i) series[i] += 0.9 * series[i - 1];
    for (double& value : series) value = 1e5 + 300 * value;  // like counts, whose mean is far from zero
    const std::vector<double> correlation = autocorrelation(series);
    ASSERT_EQ(correlation.size(), points / 2 + 1);
    EXPECT_EQ(correlation[0], 1);
    for (std::size_t lag = 0; lag < correlation.size(); ++lag)
      EXPECT_NEAR(correlation[lag], directly(series, lag), 1e-10) << points << ' ' << lag;
  }
}

TEST(Autocorrelation, OfNoiseIsNothing) {
  const std::vector<double> correlation = autocorrelation(white_noise(100'000, 3));
  for (std::size_t lag = 1; lag < 1000; ++lag) EXPECT_LT(std::abs(correlation[lag]), 5 / std::sqrt(1e5));
}

}  // namespace
}  // namespace morula::test
