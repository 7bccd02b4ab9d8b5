// The results of a sweep that is done or was stopped: its plan, its runs in the order of the plan, and
// statistics over the runs.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sweep/jobs.h"
#include "sweep/plan.h"
#include "sweep/statistics.h"

namespace morula::sweep {

// Name of a quantity: the time at which a run ended, in the unit of its rates.
constexpr const char* time_name = "time";

struct Quantity {
  enum class Kind { Number, YesNo };
  std::string name;    // as in runs.csv
  std::string column;  // the column of the series; empty for a quantity of the run itself
  Kind kind = Kind::Number;
  bool is_average = false;  // over the measured part of the run
};

// The statistics of a quantity at one point.
struct PointSummary {
  std::optional<Summary> numbers;    // absent if no run has a number
  std::optional<Fraction> fraction;  // for yes-or-no quantities
};

// A column of the table with the settings of the points: a swept key, or a key within a swept mapping.
struct SettingColumn {
  std::string name;
  std::vector<std::string> cells;  // one for each point
};

class Results {
 public:
  Results(const Plan& plan, const Records& records, std::vector<Failure> failures);

  const Plan& plan() const { return plan_; }
  const std::vector<Failure>& failures() const { return failures_; }
  const std::vector<SettingColumn>& settings() const { return settings_; }
  const std::vector<Quantity>& quantities() const { return quantities_; }

  // Null if the run has failed or is missing.
  const RunRecord* record(std::size_t point, std::uint64_t replica) const;
  std::string status(std::size_t point, std::uint64_t replica) const;  // done | halted | failed | missing
  std::uint64_t missing() const;                                       // number of missing runs
  std::string cell(const Quantity& quantity, const RunRecord& record) const;
  PointSummary summary(const Quantity& quantity, std::size_t point) const;
  bool is_event(const std::string& column) const;  // whether it holds the step at which something happened

 private:
  void name_quantities();
  std::string time_of(std::string_view step, const RunRecord& record) const;

  const Plan& plan_;
  const Records& records_;
  std::vector<Failure> failures_;
  std::set<std::pair<std::size_t, std::uint64_t>> failed_;  // points and replicas
  std::vector<SettingColumn> settings_;
  std::vector<Quantity> quantities_;
  std::map<std::uint64_t, double> steps_per_time_;  // by the points' ids
};

std::string runs_csv(const Results& results);
std::string summary_csv(const Results& results);
std::string commands_text(const Results& results);  // for each run, the command that repeats it
// `figures` are the files of figures, in the order in which a page shows them.
std::string sweep_json(const Results& results, const Records& records, const std::vector<std::string>& files,
                       const std::vector<std::string>& figures);

}  // namespace morula::sweep
