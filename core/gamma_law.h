// The gamma law of scale 1, from core/elementary.h and + − × ÷ √: the same bits on every machine.
#pragma once

namespace morula {

double log_gamma(double x);  // of x > 0, good to 1e-14 of the greater of it and 1

class GammaLaw {
 public:
  explicit GammaLaw(double shape);  // above 0

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
  double log_gamma_, maximum_;  // ln Γ(shape) of a small shape; weight() at x = shape of a great one
};

}  // namespace morula
