#include "analysis/chaos_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/counted.h"
#include "io/csv_table.h"
#include "io/json.h"
#include "runner/manifest.h"

namespace morula {
namespace {

using io::Json;

std::string figure(double value) { return fmt::format("{:.4g}", value); }
std::string figure(const std::optional<double>& value) { return value ? figure(*value) : "-"; }
std::string figure(const Spread& spread, std::size_t members) {
  return figure(spread.mean) + (members > 1 ? " ± " + figure(spread.deviation) : "");
}

Spread peaks_of(const ColumnChaos& column) {
  return spread_of(std::vector<double>(column.peaks.begin(), column.peaks.end()));
}

std::optional<double> length_from_fit(const ColumnChaos& column) {
  return column.fit ? std::optional(correlation_length(*column.fit)) : std::nullopt;
}

Json json_of(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }
Json json_of(const Spread& spread) { return {{"mean", spread.mean}, {"deviation", spread.deviation}}; }

Json json_of(const CosineFit& fit) {
  return {{"kappa", fit.kappa},
          {"correlation_length", correlation_length(fit)},
          {"half_width", fit.half_width},
          {"lags", fit.lags},
          {"residual", fit.residual}};
}

Json json_of(const ColumnChaos& column) {
  Json histogram = Json::array();
  for (const auto& [peaks, members] : column.histogram())
    histogram.push_back({{"peaks", peaks}, {"members", members}});
  return {{"column", column.column},
          {"fit", column.fit ? json_of(*column.fit) : Json(nullptr)},
          {"kappa_of_members", column.kappa ? json_of(*column.kappa) : Json(nullptr)},
          {"peaks", json_of(peaks_of(column))},
          {"histogram", histogram},
          {"density", json_of(column.density)},
          {"length_from_maxima", json_of(column.length_from_maxima())},
          {"moment_density", json_of(column.moment_density)},
          {"length_from_moments", json_of(column.length_from_moments())},
          {"amplitude_kept", column.kept},
          {"doubts", doubts(column)}};
}

std::string text_of(const ColumnChaos& column, std::size_t members) {
  return fmt::format("{:<16} {:>10} {:>10} {:>16} {:>22} {:>10} {:>22} {:>10}\n", column.column,
                     column.fit ? figure(column.fit->kappa) : "-", figure(length_from_fit(column)),
                     figure(peaks_of(column), members), figure(column.density, members),
                     figure(column.length_from_maxima()), figure(column.moment_density, members),
                     figure(column.length_from_moments()));
}

std::string headings(const std::string& column, const std::string& companion) {
  return ',' + io::csv_cell(column) + ',' + io::csv_cell(column + companion);
}

double time_of(const ChaosReport& report, std::size_t point) {
  return report.start + static_cast<double>(point) * report.spacing;
}

}  // namespace

std::string as_text(const ChaosReport& report) {
  std::string text = fmt::format(
      "{} points from {:.10g} to {:.10g}, {:.10g} apart; {}\n"
      "smoothing width in the middle: {:.4g} points, {:.4g} of time; <ρ> depends on it\n\n",
      report.points, report.start, time_of(report, report.points - 1), report.spacing,
      counted(report.members, "member"), report.width, report.width * report.spacing);
  text += fmt::format("{:<16} {:>10} {:>10} {:>16} {:>22} {:>10} {:>22} {:>10}\n", "column", "κ", "π/3κ",
                      "maxima", "<ρ> counted", "1/(6<ρ>)", "<ρ> from moments", "1/(6<ρ>)");
  for (const ColumnChaos& column : report.columns) text += text_of(column, report.members);
  for (const ColumnChaos& column : report.columns)
    for (const std::string& doubt : doubts(column)) text += fmt::format("{}: {}\n", column.column, doubt);
  return text;
}

std::string as_json(const ChaosReport& report) {
  Json columns = Json::array();
  for (const ColumnChaos& column : report.columns) columns.push_back(json_of(column));
  const Json json = {{"version", program_version()},
                     {"command", report.command},
                     {"from", report.start},
                     {"to", time_of(report, report.points - 1)},
                     {"spacing", report.spacing},
                     {"points", report.points},
                     {"members", report.members},
                     {"smoothing_width", {{"points", report.width}, {"time", report.width * report.spacing}}},
                     {"columns", columns}};
  return json.dump(2) + '\n';
}

std::string correlation_csv(const ChaosReport& report) {
  std::string text = "lag";
  for (const ColumnChaos& column : report.columns) text += headings(column.column, "_deviation");
  text += '\n';
  for (std::size_t lag = 0; lag < report.columns.front().correlation.size(); ++lag) {
    text += fmt::format("{:.10g}", static_cast<double>(lag) * report.spacing);
    for (const ColumnChaos& column : report.columns)
      text += fmt::format(",{:.9g},{:.9g}", column.correlation[lag].mean, column.correlation[lag].deviation);
    text += '\n';
  }
  return text;
}

std::string smoothed_csv(const ChaosReport& report) {
  std::string text = "step";
  for (const ColumnChaos& column : report.columns) text += headings(column.column, "_smoothed");
  text += '\n';
  for (std::size_t point = 0; point < report.points; ++point) {
    text += fmt::format("{:.10g}", time_of(report, point));
    for (const ColumnChaos& column : report.columns)
      text += fmt::format(",{:.9g},{:.9g}", column.first[point], column.smoothed[point]);
    text += '\n';
  }
  return text;
}

std::string peaks_csv(const ChaosReport& report) {
  std::set<std::uint64_t> numbers;
  for (const ColumnChaos& column : report.columns) numbers.insert(column.peaks.begin(), column.peaks.end());
  std::string text = "peaks";
  for (const ColumnChaos& column : report.columns) text += ',' + io::csv_cell(column.column);
  text += '\n';
  for (std::uint64_t peaks = *numbers.begin(); peaks <= *numbers.rbegin(); ++peaks) {
    text += fmt::format("{}", peaks);
    for (const ColumnChaos& column : report.columns)
      text += fmt::format(",{}", std::count(column.peaks.begin(), column.peaks.end(), peaks));
    text += '\n';
  }
  return text;
}

}  // namespace morula
