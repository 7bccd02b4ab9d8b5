// A figure as plain data. Numbers that are not finite are gaps.
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
  std::optional<double> from{}, to{};  // all that is drawn, where absent
  std::vector<AxisLabel> labels{};     // in the place of numbers, where the axis has no numbers of its own
  bool from_zero = true;               // it begins at 0, unless that would press what is drawn together
};

// Each has a name for the legend; an empty one is left out of it.
struct Line {
  std::string name;
  io::Colour colour;
  Numbers x, y;
  bool dashed = false;
};

// A histogram: height i lies between edges i and i + 1.
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
  Numbers low{}, high{};  // ends of the error bars, where there are any
};

// Value [row · columns + column] lies between x_edges column and column + 1, y_edges row and row + 1.
struct HeatMap {
  Numbers x_edges, y_edges, values;
  std::string title;  // of the colours, with its unit
  std::string palette = "viridis";
  std::optional<double> from{}, to{};  // limits of the colours; the range of the values, where absent
};

using Layer = std::variant<Line, Steps, Band, Points, HeatMap>;

struct Panel {
  Axis y;
  std::vector<Layer> layers;  // the last lies on top
};

struct Figure {
  std::string title{};
  std::string caption{};  // below the figure: what bands and bars are
  Axis x{};
  std::vector<Panel> panels{};           // above each other, with the x axis in common
  double width = 720, panel_height = 0;  // pixels; 0: by the number of panels. A long legend makes it higher
};

}  // namespace morula::plot
