// The law of a positive time: to a division, or to a death.
#pragma once

namespace morula {

enum class Law { Normal, LogNormal, Gamma, Erlang, Exponential };

struct TimeLaw {
  Law law = Law::Normal;
  double mean = 0, sd = 0;  // of the untruncated normal
  friend bool operator==(const TimeLaw&, const TimeLaw&) = default;
};

// Conditioned to be positive. Every machine gets the same bits.
double probability_by(const TimeLaw& law, double time);     // P(T <= time)
double probability_after(const TimeLaw& law, double time);  // P(T > time), accurate in the upper tail
// The time that is not reached with this probability, 0 < probability < 1; and, accurate in the upper tail,
// the one that is passed with it.
double time_below(const TimeLaw& law, double probability);
double time_above(const TimeLaw& law, double probability);

}  // namespace morula
