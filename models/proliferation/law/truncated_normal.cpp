#include "models/proliferation/law/truncated_normal.h"

#include <algorithm>

#include "core/normal_law.h"

namespace morula {

TruncatedNormal::TruncatedNormal(double mean)
    : mean_(mean),
      positive_(normal_cdf(mean)),
      negative_(normal_sf(mean)),
      density_at_zero_(normal_pdf(mean)) {}

// Near 0, the probability between 0 and x would be a small difference of two numbers, so a series is used
// there.
double TruncatedNormal::cdf(double x) const {
  if (x * std::max(mean_, 1.0) > 1e-3) return (normal_cdf(x - mean_) - negative_) / positive_;
  const double second = mean_ / 2, third = (mean_ * mean_ - 1) / 6;
  const double fourth = mean_ * (mean_ * mean_ - 3) / 24;
  return density_at_zero_ / positive_ * x * (1 + x * (second + x * (third + x * fourth)));
}

double TruncatedNormal::sf(double x) const { return normal_sf(x - mean_) / positive_; }

double TruncatedNormal::pdf(double x) const { return normal_pdf(x - mean_) / positive_; }

double TruncatedNormal::partial_mean(double x, double cdf) const {
  return mean_ * cdf + (density_at_zero_ - normal_pdf(x - mean_)) / positive_;
}

double TruncatedNormal::quantile(double probability) const {
  return probability <= 0.5 ? from_lower_tail(probability) : from_upper_tail(1 - probability);
}

double TruncatedNormal::isf(double probability) const {
  return probability <= 0.5 ? from_upper_tail(probability) : from_lower_tail(1 - probability);
}

// Near 0, inverts that series.
double TruncatedNormal::from_lower_tail(double probability) const {
  const double wanted = probability * positive_;
  if (wanted > 1e-4 * negative_) return normal_quantile(negative_ + wanted) + mean_;
  const double w = wanted / density_at_zero_, square = mean_ * mean_;
  const double third = (1 + 2 * square) / 6, fourth = -mean_ * (7 + 6 * square) / 24;
  return w * (1 + w * (-mean_ / 2 + w * (third + w * fourth)));
}

double TruncatedNormal::from_upper_tail(double probability) const {
  return mean_ - normal_quantile(probability * positive_);
}

}  // namespace morula
