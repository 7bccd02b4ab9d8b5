// Curves of many points as those that a screen can show.
#pragma once

#include "plot/figure.h"

namespace morula::plot {

struct Curve {
  Numbers x, y;
};

// Of the points that share one of so many columns of equal width, the first, the least, the greatest and the
// last, in their order. A curve of few points is kept; gaps stay where they are. x must not fall.
Curve thinned(const Numbers& x, const Numbers& y, std::size_t columns);

}  // namespace morula::plot
