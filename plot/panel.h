// One panel of a figure: its grid, its axes, its layers and its legend.
#pragma once

#include <vector>

#include "plot/figure.h"
#include "plot/scale.h"
#include "plot/svg_writer.h"

namespace morula::plot {

struct PanelPlace {
  double left = 0, top = 0, width = 0, height = 0;
};

std::vector<Tick> ticks_across(const Axis& axis, const Scale& x);
std::vector<Tick> ticks_down(const Axis& axis, const Scale& y);

// The space that a panel needs beside it: on the left for numbers and the title, on the right for the legend.
double room_on_the_left(const Panel& panel, const Scale& y);
double room_on_the_right(const Panel& panel, double height);

void draw_panel(SvgWriter& svg, const Panel& panel, const Axis& x_axis, const PanelPlace& place,
                const Scale& x, const Scale& y);
void draw_x_axis(SvgWriter& svg, const Axis& axis, const PanelPlace& place, const Scale& x);

}  // namespace morula::plot
