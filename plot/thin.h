// Reduces curves of many points to those that a screen can show.
#pragma once

#include "plot/figure.h"

namespace morula::plot {

struct Curve {
  Numbers x, y;
};

// Divides the x range into `columns` columns of equal width and keeps, of the points in each column, the
// first, the lowest, the highest and the last, in their order. A curve of few points is kept unchanged; gaps
// stay where they are. x must not decrease.
Curve thinned(const Numbers& x, const Numbers& y, std::size_t columns);

}  // namespace morula::plot
