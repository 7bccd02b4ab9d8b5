// series.csv: one row of named numbers at each due step, or one for each replica of a batch.
#include <optional>

#include "core/error.h"
#include "io/csv_file.h"
#include "io/table_file.h"
#include "runner/standard_observers.h"

namespace morula {
namespace {

class SeriesObserver final : public Observer {
 public:
  SeriesObserver(std::filesystem::path path, Schedule schedule, SeriesPlotSpec plot,
                 std::optional<double> steps_per_time)
      : Observer(schedule), path_(std::move(path)), plot_(std::move(plot)), steps_per_time_(steps_per_time) {}

  void begin(Model& model, std::uint64_t step) override {
    if (step > 0 && !std::filesystem::exists(path_))
      throw FileError(path_.string(),
                      "is gone, and its rows cannot be made again; put it back, or start a new run");
    std::vector<std::string> columns = {"step"};
    if (steps_per_time_) columns.emplace_back("time");
    for (const std::string& column : model.columns()) columns.push_back(column);
    file_.emplace(path_, columns, [&](std::uint64_t row) { return covered(row, schedule(), step); });
  }

  void observe(Model& model) override { take_rows(model.time(), morula::observe(model)); }

  bool takes_rows() const override { return true; }
  void take_rows(std::uint64_t time, const std::vector<Row>& rows) override {
    for (const Row& numbers : rows) {
      std::string row = std::to_string(time);
      if (steps_per_time_) row += ',' + io::cell_of(static_cast<double>(time) / *steps_per_time_);
      for (const Number& number : numbers) row += ',' + io::cell_of(number);
      file_->append(row);
    }
  }

  void sync() override { file_->sync(); }
  void end(Model&) override {
    file_->sync();
    write_series_plot(path_, plot_);
  }
  void stop() override { write_series_plot(path_, plot_); }

 private:
  std::filesystem::path path_;
  SeriesPlotSpec plot_;
  std::optional<double> steps_per_time_;
  std::optional<io::CsvFile> file_;
};

}  // namespace

std::unique_ptr<Observer> observe_series(const std::filesystem::path& folder, Schedule schedule,
                                         SeriesPlotSpec plot, std::optional<double> steps_per_time) {
  return std::make_unique<SeriesObserver>(folder / "series.csv", schedule, std::move(plot), steps_per_time);
}

}  // namespace morula
