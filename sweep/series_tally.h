// Collects the rows of a run's series as they are computed: the last row, means and standard deviations over
// the measured part, and the whole series as text if it is to be kept.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/observer.h"
#include "sweep/run_record.h"
#include "sweep/sweep_spec.h"

namespace morula::sweep {

// The values collected from the series of one run.
class SeriesTally {
 public:
  struct Choice {
    std::optional<Measure> measure;
    bool keeps_text = false;
    std::optional<double> steps_per_time;  // if present, there is a column `time`
  };
  SeriesTally(std::vector<std::string> columns, const Choice& choice);

  void take(std::uint64_t step, const Number* row);  // a number for each column
  std::vector<MeasuredColumn> columns() const;
  const std::string& text() const { return text_; }  // the text of series.csv

 private:
  // Sums of squared deviations by Welford's recurrence, which avoids cancellation. The mean is computed from
  // the sum, which is exact for counts.
  struct Moments {
    std::uint64_t count = 0;
    double sum = 0, running_mean = 0, squares = 0;
    void take(double value);
  };

  std::vector<std::string> names_;
  Choice choice_;
  std::vector<Number> last_;
  std::vector<Moments> moments_;
  std::string text_;
};

// Gives each run of a batch its rows, up to the end of that run.
class TallyObserver final : public Observer {
 public:
  TallyObserver(Schedule schedule, std::uint64_t runs, SeriesTally::Choice choice, bool takes_rows)
      : Observer(schedule), runs_(runs), choice_(choice), takes_rows_(takes_rows), ended_(runs) {}

  void begin(Model& model, std::uint64_t step) override;
  void observe(Model& model) override;
  bool takes_rows() const override { return takes_rows_; }
  void take_rows(std::uint64_t time, const std::vector<Row>& rows) override;

  bool has_begun() const { return !tallies_.empty(); }
  const SeriesTally& of(std::uint64_t run) const { return tallies_[run]; }

 private:
  std::uint64_t runs_;
  SeriesTally::Choice choice_;
  bool takes_rows_;
  Model* model_ = nullptr;
  std::size_t first_column_ = 0;  // the column after `replica`, which only a batch has
  std::vector<SeriesTally> tallies_;
  std::vector<bool> ended_;  // the replica has ended, and its last row was taken
};

}  // namespace morula::sweep
