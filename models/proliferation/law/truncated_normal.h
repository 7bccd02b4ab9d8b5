// A normal law of sd 1, truncated at zero.
#pragma once

namespace morula {

class TruncatedNormal {
 public:
  explicit TruncatedNormal(double mean);  // mean before truncation, at least 0

  double cdf(double x) const;  // P(X <= x), for x > 0
  double sf(double x) const;   // P(X > x)
  double pdf(double x) const;
  double partial_mean(double x, double cdf) const;  // E[X; X <= x], where `cdf` is cdf(x)
  // The inverses of cdf and sf.
  double quantile(double probability) const;
  double isf(double probability) const;

 private:
  double from_lower_tail(double probability) const;
  double from_upper_tail(double probability) const;

  double mean_, positive_, negative_;  // probabilities before truncation
  double density_at_zero_;
};

}  // namespace morula
