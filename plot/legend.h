// Legends: names beside their colours.
#pragma once

#include <string>
#include <vector>

#include "plot/figure.h"
#include "plot/svg_writer.h"

namespace morula::plot {

enum class Sample { Line, Dashes, Area, Point };

struct LegendEntry {
  std::string name;
  io::Colour colour;
  Sample sample = Sample::Area;
};

std::vector<LegendEntry> entries_of(const std::vector<Layer>& layers);

double legend_width(const std::vector<LegendEntry>& entries);
// Height that all entries need, up to 40 of them.
double legend_height(const std::vector<LegendEntry>& entries);
// Draws the legend downwards from `corner`, within `height`. If not all entries fit, the last line tells how
// many are missing.
void draw_legend(SvgWriter& svg, const std::vector<LegendEntry>& entries, Point corner, double height);

// A legend in a file of its own, in columns.
std::string legend_svg(const std::string& title, const std::vector<LegendEntry>& entries);
// A legend of colours that stand for the values of a quantity from `low` to `high`; `entries` may add the
// background.
struct Gradient {
  std::vector<io::Colour> colours;
  std::string low, high;
};
std::string legend_svg(const std::string& title, const std::vector<LegendEntry>& entries,
                       const Gradient& gradient);

}  // namespace morula::plot
