// Draws the layers of a panel.
#pragma once

#include <optional>

#include "plot/figure.h"
#include "plot/scale.h"
#include "plot/svg_writer.h"

namespace morula::plot {

struct Bounds {
  std::optional<Range> x, y;
};

// The bounds of all numbers in the layers that can be shown on the axes.
Bounds bounds_of(const std::vector<Layer>& layers, bool log_x, bool log_y);

void draw(SvgWriter& svg, const Layer& layer, const Scale& x, const Scale& y);

}  // namespace morula::plot
