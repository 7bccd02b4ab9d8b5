// Two ensembles whose runs form pairs: run r of both starts with the same tissue, so that variation due to
// the start does not widen the interval of the difference.
#pragma once

#include <string>
#include <vector>

#include "tests/validation/comparison.h"

namespace morula::validation {

// The comparison of one statistic. Differences are in percent of the first mean.
struct PairedComparison {
  std::string name;
  double first = 0;
  double difference = 0;
  double within_95 = 0, within_999 = 0;  // half widths of the intervals of the difference

  bool is_outside_95() const;
  bool is_biased() const;  // by more than 0.5 %, and outside the 99.9 % interval
  bool is_wide() const;    // the 95 % interval is wider than ± 1 %
};

// Leaves out statistics that are missing in a run, because no cell of a type remains, or 0 in every run.
std::vector<PairedComparison> compare_pairs(const Samples& first, const Samples& second);

// The quantile of Student's distribution, by the first terms of its expansion in the inverse of the degrees
// of freedom (Cornish and Fisher). From 7 degrees of freedom on, its error is at most 1 % at 99.95 %.
double student_quantile(double probability, double degrees);

}  // namespace morula::validation
