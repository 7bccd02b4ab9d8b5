// Figures of a sweep. One key: curves with intervals. Two keys: heat maps, and curves if one of the keys has
// few values. More keys: a scatter plot for each key.
#pragma once

#include <string>
#include <vector>

#include "plot/figure.h"
#include "sweep/results.h"

namespace morula::sweep {

// A key as an axis: where each point lies on it.
struct SweptAxis {
  std::string title;
  std::vector<double> at;               // of each point
  std::vector<std::string> names;       // of each point's value, for a legend
  std::vector<plot::AxisLabel> labels;  // where values are no numbers
  bool logarithmic = false;
  std::size_t values = 0;  // that differ
};
std::vector<SweptAxis> swept_axes(const Plan& plan);

struct NamedFigure {
  std::string name;  // without its ending
  plot::Figure figure;
};
std::vector<NamedFigure> sweep_figures(const Results& results);

}  // namespace morula::sweep
