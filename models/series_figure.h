// How the columns of a series are drawn together. A family says it beside its columns.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace morula {

struct SeriesCurve {
  std::string column;
  std::string name{};                  // for the legend; the column's own when empty
  std::optional<unsigned> shown_as{};  // the class of the first view whose colour it has
};

struct SeriesPanel {
  std::string title;  // of its axis, with the unit
  std::vector<SeriesCurve> curves;
  bool from_zero = true;  // as counts are; false where only differences mean something
};

struct SeriesFigure {
  std::string step = "step";          // the title of the x axis
  std::string time_unit = "steps";    // that time is counted in
  std::vector<SeriesPanel> panels{};  // above each other; none: a panel for each column
  bool is_over_time = true;           // false: steps are no time, and the series is not drawn
};

}  // namespace morula
