#pragma once

#include "analysis/chaos.h"
#include "plot/figure.h"

namespace morula {

plot::Figure correlation_figure(const ChaosReport& report);  // C against the lag, for every column
// The series of a column in the first member, and its Bézier curve.
plot::Figure smoothed_figure(const ChaosReport& report, std::size_t column);

}  // namespace morula
