// series.csv: one row of named numbers at each due step, or one for each replica of a batch.
#include <fmt/format.h>

#include <optional>

#include "core/error.h"
#include "io/csv_file.h"
#include "runner/standard_observers.h"

namespace morula {
namespace {

std::string text_of(const Number& value) {
  return std::visit([](auto number) { return fmt::format("{}", number); },
                    value);  // shortest that reads back exactly
}

class SeriesObserver final : public Observer {
 public:
  SeriesObserver(std::filesystem::path path, Schedule schedule)
      : Observer(schedule), path_(std::move(path)) {}

  void begin(Model& model, std::uint64_t step) override {
    if (step > 0 && !std::filesystem::exists(path_))
      throw FileError(path_.string(),
                      "is gone, and its rows cannot be made again; put it back, or start a new run");
    std::vector<std::string> columns = {"step"};
    for (const std::string& column : model.columns()) columns.push_back(column);
    file_.emplace(path_, columns, [&](std::uint64_t row) { return covered(row, schedule(), step); });
  }

  void observe(Model& model) override { take_rows(model.time(), morula::observe(model)); }

  bool takes_rows() const override { return true; }
  void take_rows(std::uint64_t time, const std::vector<Row>& rows) override {
    for (const Row& numbers : rows) {
      std::string row = std::to_string(time);
      for (const Number& number : numbers) row += ',' + text_of(number);
      file_->append(row);
    }
  }

  void sync() override { file_->sync(); }

 private:
  std::filesystem::path path_;
  std::optional<io::CsvFile> file_;
};

}  // namespace

std::unique_ptr<Observer> observe_series(const std::filesystem::path& folder, Schedule schedule) {
  return std::make_unique<SeriesObserver>(folder / "series.csv", schedule);
}

}  // namespace morula
