#pragma once

#include "analysis/chaos.h"
#include "plot/figure.h"

namespace morula {

plot::Figure correlation_figure(const ChaosReport& report);  // C of every column over the lag
// The first member's series of a column, and its Bézier curve.
plot::Figure smoothed_figure(const ChaosReport& report, std::size_t column);

}  // namespace morula
