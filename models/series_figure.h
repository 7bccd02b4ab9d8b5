// How the columns of a series are drawn together. Each family defines it together with its columns.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace morula {

struct SeriesCurve {
  std::string column;
  std::string name{};                  // in the legend; if empty, the name of the column
  std::optional<unsigned> shown_as{};  // it gets the colour of this class of the first view
};

struct SeriesPanel {
  std::string title;  // title of the y axis, with the unit
  std::vector<SeriesCurve> curves;
  bool from_zero = true;  // true for counts; false if only differences matter
};

struct SeriesFigure {
  std::string step = "step";          // title of the x axis
  std::string time_unit = "steps";    // the unit of time
  std::vector<SeriesPanel> panels{};  // from top to bottom; if empty, one panel for each column
  bool is_over_time = true;           // false: steps are not times, and the series is not drawn
};

}  // namespace morula
