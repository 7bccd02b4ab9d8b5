#pragma once

#include "analysis/chaos.h"
#include "io/image.h"

namespace morula {

io::Image correlation_picture(const ChaosReport& report);                  // C of every column over the lag
io::Image smoothed_picture(const ColumnChaos& column, io::Colour colour);  // a series and its Bézier curve

// A colour for each column, in the order of the report.
std::vector<io::Colour> column_colours(const ChaosReport& report);

}  // namespace morula
