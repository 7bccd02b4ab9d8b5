// The law of a positive time: the time to a division or to a death.
#pragma once

namespace morula {

enum class Law { Normal, LogNormal, Gamma, Erlang, Exponential };

struct TimeLaw {
  Law law = Law::Normal;
  double mean = 0, sd = 0;  // for a normal law, before truncation
  friend bool operator==(const TimeLaw&, const TimeLaw&) = default;
};

// Distribution functions of the time, given that it is positive. Every machine computes the same bits.
double cdf(const TimeLaw& law, double time);  // P(T <= time)
double sf(const TimeLaw& law, double time);   // P(T > time), accurate in the upper tail
// The inverses of cdf and sf, for 0 < probability < 1; isf is accurate in the upper tail.
double quantile(const TimeLaw& law, double probability);
double isf(const TimeLaw& law, double probability);

}  // namespace morula
