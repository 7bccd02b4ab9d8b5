// The numbers of a figure of curves, as JSON for the page's script.
#pragma once

#include <string>

#include "plot/figure.h"

namespace morula {

// {"name": "time (steps)", "x": […], "curves": [{"name": "red", "y": […]}]}, reduced to some hundreds of
// points. All lines of the figure must have the same x.
std::string curves_json(const plot::Figure& figure);

}  // namespace morula
