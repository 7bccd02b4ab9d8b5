// A normal law of sd 1 conditioned to be positive.
#pragma once

namespace morula {

class PositiveNormal {
 public:
  explicit PositiveNormal(double mean);  // of the unconditioned one, 0 or more

  double by(double x) const;     // P(X <= x), for x > 0
  double after(double x) const;  // P(X > x)
  double density(double x) const;
  double mean_by(double x, double by) const;  // the mean of X where X <= x, and else 0; `by` is by(x)
  // The x that is not reached with this probability, and the one that is passed with it.
  double below(double probability) const;
  double above(double probability) const;

 private:
  double from_lower_tail(double probability) const;
  double from_upper_tail(double probability) const;

  double mean_, positive_, negative_;  // probabilities of the unconditioned one
  double density_at_zero_;
};

}  // namespace morula
