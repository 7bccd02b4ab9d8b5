// Statistics over the runs of one point.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace morula::sweep {

struct Summary {
  std::uint64_t n = 0;
  double mean = 0;
  std::optional<double> sd, standard_error;  // for two or more runs
  double q05 = 0, q25 = 0, median = 0, q75 = 0, q95 = 0;

  double half_width() const;  // of the mean's 95 % interval, by Student's distribution; 0 for one run
};
Summary summary_of(std::vector<double> values);  // for at least one value

// Linear interpolation between the ordered values: the first is the 0th, and the last the 100th percentile.
double quantile(const std::vector<double>& ordered, double part);

// A fraction with its 95 % Wilson interval. The interval lies between 0 and 1, and has a width even if all or
// none of the runs are "yes".
struct Fraction {
  std::uint64_t yes = 0, n = 0;
  double value = 0, low = 0, high = 1;
};
Fraction fraction_of(std::uint64_t yes, std::uint64_t n);

double student_quantile(std::uint64_t degrees);  // 97.5 %

}  // namespace morula::sweep
