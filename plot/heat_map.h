// A table of values as colours, and the colour bar that explains them.
#pragma once

#include "plot/figure.h"
#include "plot/scale.h"
#include "plot/svg_writer.h"

namespace morula::plot {

void draw_cells(SvgWriter& svg, const HeatMap& map, const Scale& x, const Scale& y);

// Draws the colour bar beside a panel, downwards from `corner`; returns its width.
double draw_colour_bar(SvgWriter& svg, const HeatMap& map, Point corner, double height);
double colour_bar_width(const HeatMap& map, double height);

}  // namespace morula::plot
