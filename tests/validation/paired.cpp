#include "tests/validation/paired.h"

#include <algorithm>
#include <cmath>

#include "core/normal_law.h"

namespace morula::validation {
namespace {

PairedComparison compare_pairs_of(const Sample& first, const Sample& second) {
  Sample difference{first.name, {}};
  for (std::size_t run = 0; run < first.values.size(); ++run)
    difference.values.push_back(second.values[run] - first.values[run]);
  const double percent = 100 / std::abs(first.mean()), degrees = static_cast<double>(first.values.size() - 1);
  // If nothing differs, do not divide by a first mean that may be 0.
  if (difference.mean() == 0 && difference.error() == 0) return {first.name, first.mean(), 0, 0, 0};
  return {first.name, first.mean(), percent * difference.mean(),
          percent * difference.error() * student_quantile(0.975, degrees),
          percent * difference.error() * student_quantile(0.9995, degrees)};
}

bool is_zero(const Sample& sample) {
  return std::ranges::all_of(sample.values, [](double value) { return value == 0; });
}

}  // namespace

bool PairedComparison::is_outside_95() const { return std::abs(difference) > within_95; }
bool PairedComparison::is_biased() const {
  return std::abs(difference) > 0.5 && std::abs(difference) > within_999;
}
bool PairedComparison::is_wide() const { return within_95 > 1; }

std::vector<PairedComparison> compare_pairs(const Samples& first, const Samples& second) {
  std::size_t runs = 0;
  for (const Sample& sample : first) runs = std::max(runs, sample.values.size());
  std::vector<PairedComparison> comparisons;
  for (const Sample& sample : first) {
    const auto same = std::ranges::find(second, sample.name, &Sample::name);
    if (same == second.end() || sample.values.size() < runs || same->values.size() < runs) continue;
    if (!is_zero(sample) || !is_zero(*same)) comparisons.push_back(compare_pairs_of(sample, *same));
  }
  return comparisons;
}

double student_quantile(double probability, double degrees) {
  const double z = -normal_quantile(1 - probability), v = degrees, z2 = z * z;
  return z + z * (z2 + 1) / (4 * v) + z * ((5 * z2 + 16) * z2 + 3) / (96 * v * v) +
         z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * v * v * v);
}

}  // namespace morula::validation
