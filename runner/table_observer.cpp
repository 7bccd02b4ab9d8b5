// TABLE/NNNNNNNNN.csv: the rows of one of the model's tables, one file for each step.
#include <algorithm>
#include <cassert>

#include "io/table_file.h"
#include "runner/standard_observers.h"

namespace morula {
namespace {

class TableObserver final : public NumberedFiles {
 public:
  TableObserver(const std::filesystem::path& folder, Schedule schedule, std::string table)
      : NumberedFiles(folder / table, ".csv", schedule), name_(std::move(table)) {}

 private:
  void write(Model& model, const std::filesystem::path& place) override {
    const std::vector<Table> tables = model.tables();
    const auto table = std::ranges::find(tables, name_, &Table::name);
    assert(table != tables.end());  // the reader of the model file has checked this
    io::TableFile file(place, table->columns);
    model.read_table(*table, [&](std::span<const Number> rows) { file.add(rows); });
    file.commit();
  }

  std::string name_;
};

}  // namespace

std::unique_ptr<Observer> observe_table(const std::filesystem::path& folder, Schedule schedule,
                                        const std::string& table) {
  return std::make_unique<TableObserver>(folder, schedule, table);
}

}  // namespace morula
