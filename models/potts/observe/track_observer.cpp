#include "models/potts/observe/track_observer.h"

#include <algorithm>
#include <cassert>
#include <optional>

#include "core/error.h"
#include "io/csv_file.h"
#include "io/table_file.h"

namespace morula::potts {
namespace {

class TrackObserver final : public Observer {
 public:
  TrackObserver(const std::filesystem::path& run, Schedule schedule)
      : Observer(schedule), path_(run / "tracks.csv") {}

  void begin(Model& model, std::uint64_t step) override {
    if (step > 0 && !std::filesystem::exists(path_))
      throw FileError(path_.string(),
                      "is gone, and its rows cannot be made again; put it back, or start a new run");
    std::vector<std::string> columns = {"time"};
    for (const std::string& column : tracks_of(model).columns) columns.push_back(column);
    file_.emplace(path_, columns, [&](std::uint64_t row) { return covered(row, schedule(), step); });
  }

  void observe(Model& model) override {
    const Table table = tracks_of(model);
    model.read_table(table, [&](std::span<const Number> rows) {
      for (std::size_t i = 0; i < rows.size(); i += table.columns.size()) {
        std::string row = std::to_string(model.time());
        for (const Number& number : rows.subspan(i, table.columns.size())) row += ',' + io::cell_of(number);
        file_->append(row);
      }
    });
  }

  void sync() override { file_->sync(); }
  void end(Model&) override { file_->sync(); }

 private:
  static Table tracks_of(Model& model) {
    const std::vector<Table> tables = model.tables();
    const auto found = std::ranges::find(tables, "tracks", &Table::name);
    assert(found != tables.end());
    return *found;
  }

  std::filesystem::path path_;
  std::optional<io::CsvFile> file_;
};

}  // namespace

std::unique_ptr<Observer> observe_tracks(const std::filesystem::path& run, Schedule schedule) {
  return std::make_unique<TrackObserver>(run, schedule);
}

}  // namespace morula::potts
