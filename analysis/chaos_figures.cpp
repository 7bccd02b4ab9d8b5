#include "analysis/chaos_figures.h"

#include <algorithm>

#include "plot/colours.h"

namespace morula {
namespace {

std::vector<io::Colour> colours_of(const ChaosReport& report) {
  std::vector<std::string> names;
  for (const ColumnChaos& column : report.columns) names.push_back(column.column);
  return plot::colours_named(names);
}

plot::Numbers evenly(double start, double spacing, std::size_t points) {
  plot::Numbers numbers;
  for (std::size_t i = 0; i < points; ++i) numbers.push_back(start + spacing * static_cast<double>(i));
  return numbers;
}

}  // namespace

plot::Figure correlation_figure(const ChaosReport& report) {
  const std::vector<io::Colour> colours = colours_of(report);
  plot::Figure figure;
  figure.x.title = "lag (unit of the times)";
  plot::Panel panel{{"correlation C"}, {}};
  std::vector<plot::Layer> lines;
  for (std::size_t i = 0; i < report.columns.size(); ++i) {
    const std::vector<Spread>& spreads = report.columns[i].correlation;
    const plot::Numbers lags = evenly(0, report.spacing, spreads.size());
    plot::Numbers mean, low, high;
    for (const Spread& lag : spreads) {
      mean.push_back(lag.mean);
      low.push_back(lag.mean - lag.deviation);
      high.push_back(lag.mean + lag.deviation);
    }
    if (report.members > 1) panel.layers.push_back(plot::Band{"", colours[i], lags, low, high});
    lines.push_back(plot::Line{report.columns[i].column, colours[i], lags, mean});
  }
  if (report.members > 1) figure.caption = "Means over the members; bands are ± 1 standard deviation.";
  double longest_lag = report.spacing;
  for (const ColumnChaos& column : report.columns)
    longest_lag = std::max(longest_lag, report.spacing * static_cast<double>(column.correlation.size() - 1));
  panel.layers.push_back(plot::Line{"", plot::muted, {0, longest_lag}, {0, 0}, true});
  panel.layers.insert(panel.layers.end(), lines.begin(), lines.end());
  figure.panels = {panel};
  return figure;
}

plot::Figure smoothed_figure(const ChaosReport& report, std::size_t column) {
  const ColumnChaos& chaos = report.columns[column];
  const plot::Numbers times = evenly(report.start, report.spacing, chaos.first.size());
  plot::Figure figure;
  figure.x.title = "time";
  figure.panels = {{{chaos.column},
                    {plot::Line{"series", plot::muted, times, chaos.first},
                     plot::Line{"smoothed", colours_of(report)[column], times, chaos.smoothed}}}};
  return figure;
}

}  // namespace morula
