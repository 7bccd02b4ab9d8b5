// The gamma law of scale 1, from core/elementary.h and + − × ÷ √: the same bits on every machine.
#pragma once

namespace morula {

double log_gamma(double x);  // of x > 0, good to 1e-14 of the greater of it and 1

class GammaLaw {
 public:
  explicit GammaLaw(double shape);  // above 0

  double shape() const { return shape_; }
  double density(double x) const;  // x > 0
  double by(double x) const;       // P(X <= x): the regularised incomplete gamma function P
  double after(double x) const;    // P(X > x): Q
  // The x that is not reached with this probability, 0 < probability < 1; and the one that is passed with
  // it. 0 where it is too small for a number.
  double below(double probability) const;
  double above(double probability) const;

 private:
  double weight(double x) const;
  double by_series(double x) const;
  double after_by_fraction(double x) const;
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
