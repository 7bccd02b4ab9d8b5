// The quantile function of a law of times, as a table in whole ticks. quantile_rule.h says how to read it.
#pragma once

#include <span>
#include <vector>

#include "core/dialect.h"
#include "models/proliferation/law/time_law.h"

namespace morula {

struct TickScale {
  unsigned log2_until = 31;  // `until` is 2 to this power ticks; the power is 23 to 31
  double ticks_per_time = 0;
};

// The finest scale at which the longest time in every law's table stays below 2^32 ticks. If `until` is 2^23
// ticks, longer times are clipped.
TickScale tick_scale(double until, std::span<const TimeLaw> laws);

// Entries of two words, base and slope. Times are at least 1 tick and rise with the drawn word.
std::vector<u32> quantile_table(const TimeLaw& law, const TickScale& scale);

}  // namespace morula
