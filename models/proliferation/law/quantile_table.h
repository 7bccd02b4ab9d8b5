// The quantile function of a law of times, as a table in whole ticks: see quantile_rule.h for how it is read.
#pragma once

#include <span>
#include <vector>

#include "core/dialect.h"
#include "models/proliferation/law/time_law.h"

namespace morula {

struct TickScale {
  unsigned log2_until = 31;  // `until` is so many ticks: 23 to 31
  double ticks_per_time = 0;
};

// The finest scale with which the longest time in every law's table stays below 2^32 ticks. With `until` at
// 2^23 ticks, longer times are clipped.
TickScale tick_scale(double until, std::span<const TimeLaw> laws);

// Entries of two words, base and slope. Times are 1 tick at least and rise with the word drawn.
std::vector<u32> quantile_table(const TimeLaw& law, const TickScale& scale);

}  // namespace morula
