// A table of values as colours, and the bar that says what they are.
#pragma once

#include "plot/figure.h"
#include "plot/scale.h"
#include "plot/svg_writer.h"

namespace morula::plot {

void draw_cells(SvgWriter& svg, const HeatMap& map, const Scale& x, const Scale& y);

// Beside a panel, from `corner` down; returns how wide it is.
double draw_colour_bar(SvgWriter& svg, const HeatMap& map, Point corner, double height);
double colour_bar_width(const HeatMap& map, double height);

}  // namespace morula::plot
