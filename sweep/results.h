// A sweep that is done: its plan, its runs in their order, and what they amount to.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sweep/jobs.h"
#include "sweep/plan.h"
#include "sweep/statistics.h"

namespace morula::sweep {

// One of the columns of runs.csv that tell what became of a run.
struct Quantity {
  enum class Kind { Number, YesNo };
  std::string name;    // as in runs.csv
  std::string column;  // of the series; empty where it is of the run itself
  Kind kind = Kind::Number;
  bool is_average = false;  // over the measured part of the run
};

// What a quantity is at one point.
struct PointSummary {
  std::optional<Summary> numbers;    // absent where no run has one
  std::optional<Fraction> fraction;  // of yes-or-no quantities
};

// A column of the table that tells what a point sets: a swept key, or a key within the mapping it is set to.
struct SettingColumn {
  std::string name;
  std::vector<std::string> cells;  // of each point
};

class Results {
 public:
  Results(const Plan& plan, const Records& records, std::vector<Failure> failures);

  const Plan& plan() const { return plan_; }
  const std::vector<Failure>& failures() const { return failures_; }
  const std::vector<SettingColumn>& settings() const { return settings_; }
  const std::vector<Quantity>& quantities() const { return quantities_; }

  const RunRecord* record(std::size_t point, std::uint64_t replica) const;  // none where the run has failed
  std::string cell(const Quantity& quantity, const RunRecord& record) const;
  PointSummary summary(const Quantity& quantity, std::size_t point) const;

 private:
  void name_quantities();
  bool is_event(const std::string& column) const;

  const Plan& plan_;
  const Records& records_;
  std::vector<Failure> failures_;
  std::vector<SettingColumn> settings_;
  std::vector<Quantity> quantities_;
};

std::string runs_csv(const Results& results);
std::string summary_csv(const Results& results);
std::string commands_text(const Results& results);  // the line that repeats each run
std::string sweep_json(const Results& results, const Records& records, const std::vector<std::string>& files);

}  // namespace morula::sweep
