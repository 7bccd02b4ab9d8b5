// A figure as plain data. Numbers that are not finite are drawn as gaps.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "io/image.h"

namespace morula::plot {

using Numbers = std::vector<double>;

struct AxisLabel {
  double at = 0;
  std::string text;
};

struct Axis {
  std::string title{};  // with its unit: "time (hours)"
  bool logarithmic = false;
  std::optional<double> from{}, to{};  // if absent, the range of everything that is drawn
  std::vector<AxisLabel> labels{};     // words instead of numbers
  bool from_zero = true;               // the axis begins at 0, unless that would squeeze the curves together
};

// Each layer has a name for the legend; a layer with an empty name is left out of the legend.
struct Line {
  std::string name;
  io::Colour colour;
  Numbers x, y;
  bool dashed = false;
};

// A histogram: height i belongs to the bin between edges i and i + 1.
struct Steps {
  std::string name;
  io::Colour colour;
  Numbers edges, heights;
  bool filled = false;
};

struct Band {
  std::string name;
  io::Colour colour;
  Numbers x, low, high;
};

struct Points {
  std::string name;
  io::Colour colour;
  Numbers x, y;
  Numbers low{}, high{};  // ends of the error bars, if there are any
};

// Value [row · columns + column] belongs to the cell between x_edges column and column + 1 and between
// y_edges row and row + 1.
struct HeatMap {
  Numbers x_edges, y_edges, values;
  std::string title;  // title of the colour bar, with its unit
  std::string palette = "viridis";
  std::optional<double> from{}, to{};  // range of the colours; if absent, the range of the values
};

using Layer = std::variant<Line, Steps, Band, Points, HeatMap>;

struct Panel {
  Axis y;
  std::vector<Layer> layers;  // the last one is drawn on top
};

struct Figure {
  std::string title{};
  std::string caption{};  // text below the figure, which explains bands and bars
  Axis x{};
  std::vector<Panel> panels{};  // from top to bottom, with a common x axis
  // In pixels. If panel_height is 0, it depends on the number of panels. A long legend makes panels higher.
  double width = 720, panel_height = 0;
};

}  // namespace morula::plot
