// Figures of a sweep. One key: curves with intervals. Two keys: heat maps, and curves if one of the keys has
// few values. Three keys or more: a scatter plot for each key.
#pragma once

#include <string>
#include <vector>

#include "plot/figure.h"
#include "sweep/results.h"

namespace morula::sweep {

// A swept key as an axis, with the position of each point.
struct SweptAxis {
  std::string title;
  std::vector<double> at;               // position of each point
  std::vector<std::string> names;       // name of each point's value, for a legend
  std::vector<plot::AxisLabel> labels;  // if the values are not numbers
  bool logarithmic = false;
  std::size_t values = 0;  // number of distinct values
};
std::vector<SweptAxis> swept_axes(const Plan& plan);

struct NamedFigure {
  std::string name;  // file name without its ending
  plot::Figure figure;
};
std::vector<NamedFigure> sweep_figures(const Results& results);

}  // namespace morula::sweep
