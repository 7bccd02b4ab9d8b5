#include "sweep/results.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "io/csv_table.h"
#include "io/section.h"
#include "io/table_file.h"
#include "io/yaml_text.h"
#include "runner/manifest.h"
#include "sweep/remarks.h"

namespace morula::sweep {
namespace {

using Kind = Quantity::Kind;

struct Leaf {
  std::string key, text;
};

// Adds a column for each key of a mapping; a list becomes one column.
void add_leaves(const std::string& key, const io::Value& value, std::vector<Leaf>& leaves) {
  if (value.kind != io::Value::Kind::Map)
    return leaves.push_back({key, value.kind == io::Value::Kind::Scalar ? value.text : to_flow_yaml(value)});
  for (const io::Entry& entry : value.entries) add_leaves(key + '.' + entry.key, entry.value, leaves);
}

std::vector<SettingColumn> setting_columns(const Plan& plan) {
  std::vector<SettingColumn> columns;
  for (std::size_t k = 0; k < plan.keys.size(); ++k) {
    const std::size_t first = columns.size();
    for (std::size_t point = 0; point < plan.points.size(); ++point) {
      std::vector<Leaf> leaves;
      add_leaves(plan.keys[k].key, io::parse_document(plan.points[point].settings[k], "").root, leaves);
      for (const auto& [key, text] : leaves) {
        auto column =
            std::find_if(columns.begin() + static_cast<std::ptrdiff_t>(first), columns.end(),
                         [&, name = key](const SettingColumn& setting) { return setting.name == name; });
        if (column == columns.end())
          column = columns.insert(columns.end(), {key, std::vector<std::string>(plan.points.size())});
        column->cells[point] = text;
      }
    }
  }
  return columns;
}

const MeasuredColumn* column_of(const RunRecord& record, const std::string& name) {
  const auto found = std::ranges::find(record.columns, name, &MeasuredColumn::name);
  return found == record.columns.end() ? nullptr : &*found;
}

constexpr const char* mean_suffix = "_mean";
constexpr const char* sd_suffix = "_sd";
constexpr const char* time_suffix = "_time";

std::string number(const std::optional<double>& value) { return value ? io::cell_of(*value) : ""; }

std::string joined(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) line += (i == 0 ? "" : ",") + io::quoted_if_needed(cells[i]);
  return line + '\n';
}

}  // namespace

Results::Results(const Plan& plan, const Records& records, std::vector<Failure> failures)
    : plan_(plan), records_(records), failures_(std::move(failures)), settings_(setting_columns(plan)) {
  for (const PlannedPoint& point : plan_.points)
    if (point.steps_per_time) steps_per_time_[point.id.value] = *point.steps_per_time;
  for (const Failure& failure : failures_) failed_.insert({failure.point, failure.replica});
  name_quantities();
}

bool Results::is_event(const std::string& column) const {
  return std::ranges::any_of(plan_.events, [&](const EventColumns& events) {
    return std::ranges::find(events.columns, column) != events.columns.end();
  });
}

// Points can have columns that the first point lacks: each is added where it is first met.
void Results::name_quantities() {
  if (plan_.has_time()) quantities_.push_back({time_name, ""});
  std::set<std::string> met;
  bool halted = plan_.may_halt;
  for (std::size_t point = 0; point < plan_.points.size(); ++point)
    for (std::uint64_t replica = 0; replica < plan_.replicas; ++replica) {
      const RunRecord* run = record(point, replica);
      if (run == nullptr) continue;
      halted |= run->halted;
      for (const MeasuredColumn& column : run->columns) {
        if (!met.insert(column.name).second) continue;
        const bool yes_no = std::ranges::find(plan_.yes_no, column.name) != plan_.yes_no.end();
        quantities_.push_back({column.name, column.name, yes_no ? Kind::YesNo : Kind::Number});
        if (is_event(column.name) && plan_.has_time())
          quantities_.push_back({column.name + time_suffix, column.name});
        if (!run->measured || is_event(column.name)) continue;
        quantities_.push_back({column.name + mean_suffix, column.name, Kind::Number, true});
        quantities_.push_back({column.name + sd_suffix, column.name});
      }
    }
  for (const EventColumns& events : plan_.events) quantities_.push_back({events.name, "", Kind::YesNo});
  if (halted) quantities_.push_back({"halted", "", Kind::YesNo});
}

const RunRecord* Results::record(std::size_t point, std::uint64_t replica) const {
  const auto found = records_.find({plan_.points[point].id.value, replica});
  return found == records_.end() ? nullptr : &found->second;
}

std::string Results::time_of(std::string_view step, const RunRecord& record) const {
  const auto steps = io::parse_real(std::string(step));
  const auto unit = steps_per_time_.find(record.point.value);
  return steps && unit != steps_per_time_.end() ? io::cell_of(*steps / unit->second) : "";
}

std::string Results::status(std::size_t point, std::uint64_t replica) const {
  if (const RunRecord* run = record(point, replica)) return run->halted ? "halted" : "done";
  const bool has_failed = failed_.contains({point, replica});
  return has_failed ? "failed" : "missing";
}

std::uint64_t Results::missing() const {
  std::uint64_t missing = 0;
  for (std::size_t point = 0; point < plan_.points.size(); ++point)
    for (std::uint64_t replica = 0; replica < plan_.replicas; ++replica)
      missing += status(point, replica) == "missing" ? 1 : 0;
  return missing;
}

std::string Results::cell(const Quantity& quantity, const RunRecord& record) const {
  if (quantity.column.empty() && quantity.name == time_name)
    return time_of(std::to_string(record.step), record);
  if (quantity.column.empty() && quantity.name == "halted") return record.halted ? "1" : "0";
  if (quantity.column.empty()) {
    const auto events = std::ranges::find(plan_.events, quantity.name, &EventColumns::name);
    return std::ranges::any_of(events->columns,
                               [&](const std::string& name) {
                                 const MeasuredColumn* column = column_of(record, name);
                                 return column != nullptr && !column->last.empty();
                               })
               ? "1"
               : "0";
  }
  const MeasuredColumn* column = column_of(record, quantity.column);
  if (column == nullptr) return "";
  if (quantity.name == quantity.column) return column->last;
  if (quantity.name == quantity.column + time_suffix) return time_of(column->last, record);
  return quantity.is_average ? column->mean : column->sd;
}

PointSummary Results::summary(const Quantity& quantity, std::size_t point) const {
  std::vector<double> values;
  std::uint64_t runs = 0, yes = 0;
  const bool event = quantity.name == quantity.column && is_event(quantity.column);
  for (std::uint64_t replica = 0; replica < plan_.replicas; ++replica) {
    const RunRecord* run = record(point, replica);
    if (run == nullptr) continue;
    if (!quantity.column.empty() && column_of(*run, quantity.column) == nullptr) continue;
    const auto value = io::parse_real(cell(quantity, *run));
    ++runs;
    yes += value && (event || *value != 0) ? 1 : 0;
    if (value) values.push_back(*value);
  }
  PointSummary summary;
  if (quantity.kind == Kind::Number && !values.empty()) summary.numbers = summary_of(std::move(values));
  if ((quantity.kind == Kind::YesNo || event) && runs > 0) summary.fraction = fraction_of(yes, runs);
  return summary;
}

std::string runs_csv(const Results& results) {
  const Plan& plan = results.plan();
  std::vector<std::string> header = {"point", "id"};
  for (const SettingColumn& column : results.settings()) header.push_back(column.name);
  for (const char* name : {"replica", "seed", "status", "step"}) header.emplace_back(name);
  for (const Quantity& quantity : results.quantities()) header.push_back(quantity.name);
  header.emplace_back("state_hash");
  std::string text = joined(header);
  for (std::size_t point = 0; point < plan.points.size(); ++point)
    for (std::uint64_t replica = 0; replica < plan.replicas; ++replica) {
      const RunRecord* run = results.record(point, replica);
      std::vector<std::string> cells = {std::to_string(point + 1), to_string(plan.points[point].id)};
      for (const SettingColumn& column : results.settings()) cells.push_back(column.cells[point]);
      cells.push_back(std::to_string(replica));
      cells.push_back(std::to_string(plan.seed_of(point, replica)));
      cells.emplace_back(results.status(point, replica));
      cells.push_back(run == nullptr ? "" : std::to_string(run->step));
      for (const Quantity& quantity : results.quantities())
        cells.push_back(run == nullptr ? "" : results.cell(quantity, *run));
      cells.push_back(run == nullptr ? "" : to_string(run->state));
      text += joined(cells);
    }
  return text;
}

std::string summary_csv(const Results& results) {
  const Plan& plan = results.plan();
  std::vector<std::string> header = {"point", "id"};
  for (const SettingColumn& column : results.settings()) header.push_back(column.name);
  for (const char* name : {"quantity", "n", "mean", "sd", "standard_error", "q05", "q25", "median", "q75",
                           "q95", "yes", "runs", "fraction", "fraction_low", "fraction_high"})
    header.emplace_back(name);
  std::string text = joined(header);
  for (std::size_t point = 0; point < plan.points.size(); ++point)
    for (const Quantity& quantity : results.quantities()) {
      const auto [numbers, fraction] = results.summary(quantity, point);
      std::vector<std::string> cells = {std::to_string(point + 1), to_string(plan.points[point].id)};
      for (const SettingColumn& column : results.settings()) cells.push_back(column.cells[point]);
      cells.push_back(quantity.name);
      if (numbers) {
        cells.push_back(std::to_string(numbers->n));
        for (const auto& value :
             {std::optional(numbers->mean), numbers->sd, numbers->standard_error, std::optional(numbers->q05),
              std::optional(numbers->q25), std::optional(numbers->median), std::optional(numbers->q75),
              std::optional(numbers->q95)})
          cells.push_back(number(value));
      } else {
        cells.insert(cells.end(), 9, "");
      }
      if (fraction) {
        cells.push_back(std::to_string(fraction->yes));
        cells.push_back(std::to_string(fraction->n));
        for (const double value : {fraction->value, fraction->low, fraction->high})
          cells.push_back(io::cell_of(value));
      } else {
        cells.insert(cells.end(), 5, "");
      }
      text += joined(cells);
    }
  return text;
}

std::string commands_text(const Results& results) {
  const Plan& plan = results.plan();
  std::string text;
  for (std::size_t point = 0; point < plan.points.size(); ++point)
    for (std::uint64_t replica = 0; replica < plan.replicas; ++replica)
      text += plan.command_of(point, replica) + '\n';
  return text;
}

std::string sweep_json(const Results& results, const Records& records, const std::vector<std::string>& files,
                       const std::vector<std::string>& figures) {
  const Plan& plan = results.plan();
  io::Json json = as_json(plan);
  json.erase("series");
  json["runs"] = plan.runs();
  json["missing"] = results.missing();
  json["failed"] = io::Json::array();
  for (const Failure& failure : results.failures())
    json["failed"].push_back(io::Json{{"point", failure.point + 1},
                                      {"replica", failure.replica},
                                      {"message", failure.message},
                                      {"command", plan.command_of(failure.point, failure.replica)}});
  json["remarks"] = remarks_of(plan);
  json["files"] = files;
  json["figures"] = figures;
  // Times and backends are the only part that may differ between machines.
  double seconds = 0;
  std::map<std::string, std::uint64_t> backends;
  for (std::size_t point = 0; point < plan.points.size(); ++point)
    for (std::uint64_t replica = 0; replica < plan.replicas; ++replica)
      if (const auto found = records.find({plan.points[point].id.value, replica}); found != records.end()) {
        seconds += found->second.seconds;
        ++backends[found->second.backend + ", " + found->second.device];
      }
  json["seconds"] = seconds;
  json["backends"] = io::Json::object();
  for (const auto& [name, runs] : backends) json["backends"][name] = runs;
  return json.dump(2) + '\n';
}

}  // namespace morula::sweep
