// Two histograms as one picture: the target as a filled shape, the simulated one as an outline over it, each
// as shares of its own total. The axis is logarithmic, as the bins are; ticks below it stand at 1 to 9 times
// each power of ten, with figures at the powers.
#pragma once

#include <span>

#include "io/image.h"
#include "models/proliferation/observe/score.h"

namespace morula {

// Both are counts in these bins; a histogram of zeros is not drawn.
io::Image draw_histograms(std::span<const double> simulated, std::span<const double> target,
                          const ScoreBins& bins);

}  // namespace morula
