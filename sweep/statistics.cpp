#include "sweep/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace morula::sweep {
namespace {

constexpr double normal_quantile = 1.959963984540054;  // 97.5 %

// The 97.5 % quantiles of Student's distribution, for 1 to 30 degrees of freedom.
constexpr std::array<double, 30> student = {12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060,
                                            2.2622,  2.2281, 2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199,
                                            2.1098,  2.1009, 2.0930, 2.0860, 2.0796, 2.0739, 2.0687, 2.0639,
                                            2.0595,  2.0555, 2.0518, 2.0484, 2.0452, 2.0423};

}  // namespace

// For more degrees of freedom than the table has, uses the first terms of the expansion in 1/degrees (Cornish
// and Fisher).
double student_quantile(std::uint64_t degrees) {
  if (degrees == 0) return 0;
  if (degrees <= student.size()) return student[degrees - 1];
  const double z = normal_quantile, v = static_cast<double>(degrees), cube = z * z * z;
  return z + (cube + z) / (4 * v) + (5 * cube * z * z + 16 * cube + 3 * z) / (96 * v * v);
}

double quantile(const std::vector<double>& ordered, double part) {
  const double place = part * static_cast<double>(ordered.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= ordered.size()) return ordered.back();
  return ordered[below] + (place - static_cast<double>(below)) * (ordered[below + 1] - ordered[below]);
}

Summary summary_of(std::vector<double> values) {
  Summary summary;
  summary.n = values.size();
  const auto count = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (const double value : values) sum += value;
  summary.mean = sum / count;
  for (const double value : values) squares += (value - summary.mean) * (value - summary.mean);
  if (values.size() > 1) {
    summary.sd = std::sqrt(squares / (count - 1));
    summary.standard_error = *summary.sd / std::sqrt(count);
  }
  std::ranges::sort(values);
  summary.q05 = quantile(values, 0.05);
  summary.q25 = quantile(values, 0.25);
  summary.median = quantile(values, 0.5);
  summary.q75 = quantile(values, 0.75);
  summary.q95 = quantile(values, 0.95);
  return summary;
}

double Summary::half_width() const { return standard_error ? student_quantile(n - 1) * *standard_error : 0; }

Fraction fraction_of(std::uint64_t yes, std::uint64_t n) {
  if (n == 0) return {};
  const double z2 = normal_quantile * normal_quantile, count = static_cast<double>(n);
  const double part = static_cast<double>(yes) / count;
  const double centre = part + z2 / (2 * count);
  const double half = normal_quantile * std::sqrt(part * (1 - part) / count + z2 / (4 * count * count));
  const double scale = 1 + z2 / count;
  return {yes, n, part, yes == 0 ? 0 : (centre - half) / scale, yes == n ? 1 : (centre + half) / scale};
}

}  // namespace morula::sweep
