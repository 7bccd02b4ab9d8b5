// The gamma distribution of scale 1, from core/elementary.h and + − × ÷ √: the same bits on every machine.
#pragma once

namespace morula {

double log_gamma(double x);  // for x > 0; the error is at most 1e-14 times the larger of the result and 1

class GammaLaw {
 public:
  explicit GammaLaw(double shape);  // must be above 0

  double shape() const { return shape_; }
  double pdf(double x) const;  // x > 0
  double cdf(double x) const;  // P(X <= x), the regularised lower incomplete gamma function P
  double sf(double x) const;   // P(X > x), the upper one, Q
  // The inverses of cdf and sf, for 0 < probability < 1. They are 0 where the result underflows.
  double quantile(double probability) const;
  double isf(double probability) const;

 private:
  double weight(double x) const;
  double cdf_by_series(double x) const;
  double sf_by_fraction(double x) const;
  bool is_low(double x) const;
  bool expands(double x) const;
  double solve(double x, double probability, bool is_upper) const;
  double start_near_zero(double log_probability) const;
  double lower_quantile(double probability) const;
  double upper_quantile(double probability) const;

  double shape_, root_;         // √shape
  double log_gamma_, maximum_;  // ln Γ(shape) for small shapes; weight() at x = shape for large ones
};

}  // namespace morula
