#include "analysis/ensemble.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "analysis/window.h"
#include "core/error.h"
#include "core/nearest.h"
#include "io/csv_table.h"

namespace morula {
namespace {

const std::string replica_column = "replica";

std::vector<std::string> columns_of(const io::CsvTable& table, const SeriesChoice& choice) {
  if (!choice.columns.empty()) return choice.columns;
  std::vector<std::string> columns;
  for (const std::string& name : table.names())
    if (name != choice.time && name != "step" && name != "time" && name != replica_column &&
        !table.has_gaps(name))
      columns.push_back(name);
  if (columns.empty()) throw SpecError({table.source()}, "", "has no column to analyse beside its times");
  return columns;
}

void check_present(const io::CsvTable& table, const std::vector<std::string>& columns,
                   const std::string& time) {
  std::vector<Problem> problems;
  const auto check = [&](const std::string& name, const std::string& option) {
    if (table.has(name)) return;
    Problem& problem = problems.emplace_back();
    problem.place.source = table.source();
    problem.key = option;
    problem.what = fmt::format("no column '{}'; {}", name, must_be_one_of(name, table.names()));
  };
  check(time, "--time");
  for (const std::string& name : columns) check(name, "--column");
  if (!problems.empty()) throw SpecError(std::move(problems));
}

// The rows of each replica, in the order of the file; all rows if the file has no replicas.
std::map<double, std::vector<std::size_t>> rows_by_replica(const io::CsvTable& table) {
  std::map<double, std::vector<std::size_t>> rows;
  if (!table.has(replica_column)) {
    rows[0].resize(table.rows());
    std::iota(rows[0].begin(), rows[0].end(), std::size_t{0});
    return rows;
  }
  const std::vector<double> replicas = table.numbers(replica_column);
  for (std::size_t row = 0; row < replicas.size(); ++row) rows[replicas[row]].push_back(row);
  return rows;
}

std::vector<double> picked(const std::vector<double>& values, const std::vector<std::size_t>& rows) {
  std::vector<double> chosen;
  chosen.reserve(rows.size());
  for (const std::size_t row : rows) chosen.push_back(values[row]);
  return chosen;
}

void check_varies(const std::vector<double>& series, const std::string& member, const std::string& column) {
  const auto [least, most] = std::minmax_element(series.begin(), series.end());
  if (*least == *most)
    throw SpecError({member}, column,
                    fmt::format("is {} throughout the window; a correlation needs a column that varies: "
                                "choose others with --column, or another window",
                                *least));
  const double reach = std::max(std::abs(*least), std::abs(*most));
  if (*most - *least < least_figure || reach > greatest_figure)
    throw SpecError(
        {member}, column,
        fmt::format("goes from {} to {}; must vary by at least {} and stay within {}: use another unit",
                    *least, *most, least_figure, greatest_figure));
}

// Adds a member to the ensemble. The first member determines the times of all.
void join(Ensemble& ensemble, Member member, const Times& times) {
  if (ensemble.members.empty()) {
    ensemble.start = times.start;
    ensemble.spacing = times.spacing;
    ensemble.points = times.points;
  }
  const double tolerance = ensemble.spacing * time_tolerance;
  if (times.points != ensemble.points || std::abs(times.spacing - ensemble.spacing) > tolerance ||
      std::abs(times.start - ensemble.start) > tolerance)
    throw SpecError(
        {member.name}, "",
        fmt::format("has {} steps from {} by {}, where {} has {} from {} by {}; give a window that both "
                    "have with --from and --length",
                    times.points, times.start, times.spacing, ensemble.members.front().name, ensemble.points,
                    ensemble.start, ensemble.spacing));
  ensemble.members.push_back(std::move(member));
}

void add_members(Ensemble& ensemble, const io::CsvTable& table, const SeriesChoice& choice) {
  check_present(table, ensemble.columns, choice.time);
  const std::vector<double> all_times = table.numbers(choice.time);
  std::vector<std::vector<double>> all_series;
  for (const std::string& column : ensemble.columns) all_series.push_back(table.numbers(column));
  const auto replicas = rows_by_replica(table);
  for (const auto& [replica, rows] : replicas) {
    Member member{table.source(), {}};
    if (table.has(replica_column)) member.name += fmt::format(", replica {}", replica);
    std::vector<std::size_t> window = rows_in_window(picked(all_times, rows), choice, member.name);
    for (std::size_t& row : window) row = rows[row];
    const Times times = even_times(picked(all_times, window), member.name, [&](std::size_t i) {
      return SourceLocation{table.source(), table.line_of(window[i])};
    });
    for (std::size_t i = 0; i < all_series.size(); ++i) {
      member.series.push_back(picked(all_series[i], window));
      check_varies(member.series.back(), member.name, ensemble.columns[i]);
    }
    join(ensemble, std::move(member), times);
  }
}

}  // namespace

Ensemble read_ensemble(const SeriesChoice& choice) {
  Ensemble ensemble;
  for (const std::filesystem::path& file : choice.files) {
    const io::CsvTable table = io::read_csv_table(file);
    if (table.rows() == 0)
      throw SpecError({table.source()}, "", "has a header and no rows; a series needs some");
    if (ensemble.columns.empty()) ensemble.columns = columns_of(table, choice);
    add_members(ensemble, table, choice);
  }
  return ensemble;
}

}  // namespace morula
