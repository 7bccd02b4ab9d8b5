#include "analysis/chaos_pictures.h"

#include "analysis/line_plot.h"
#include "io/palette.h"

namespace morula {

std::vector<io::Colour> column_colours(const ChaosReport& report) {
  const auto columns = static_cast<unsigned>(report.columns.size());
  std::vector<io::Colour> colours = io::palette("okabe-ito", columns + 1);
  colours.erase(colours.begin());  // the background
  return colours;
}

io::Image correlation_picture(const ChaosReport& report) {
  const std::vector<io::Colour> colours = column_colours(report);
  std::vector<Curve> curves;
  for (std::size_t i = 0; i < report.columns.size(); ++i) {
    curves.push_back({{}, colours[i]});
    for (const Spread& lag : report.columns[i].correlation) curves.back().values.push_back(lag.mean);
  }
  return line_plot(curves);
}

io::Image smoothed_picture(const ColumnChaos& column, io::Colour colour) {
  constexpr io::Colour pale = {190, 190, 190};
  return line_plot({{column.first, pale}, {column.smoothed, colour}});
}

}  // namespace morula
