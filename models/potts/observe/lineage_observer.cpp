#include "models/potts/observe/lineage_observer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <map>

#include "io/durable_file.h"
#include "io/newick.h"
#include "io/table_file.h"

namespace morula::potts {
namespace {

// Both files are written anew each time, because a cell's death comes long after its birth.
class LineageObserver final : public Observer {
 public:
  LineageObserver(std::filesystem::path run, Schedule schedule, std::vector<std::string> types)
      : Observer(schedule), run_(std::move(run)), types_(std::move(types)) {}

  void begin(Model&, std::uint64_t) override {}
  void observe(Model& model) override { write(model); }
  void end(Model& model) override { write(model); }

 private:
  void write(Model& model) const {
    const std::vector<Table> tables = model.tables();
    const auto table = std::ranges::find(tables, "lineage", &Table::name);
    assert(table != tables.end());
    const bool is_batch = table->columns.front() == "replica";
    std::map<std::uint64_t, std::vector<io::Descent>> of_replicas;
    io::TableFile file(run_ / "lineage.csv", table->columns);
    const std::size_t width = table->columns.size();
    model.read_table(*table, [&](std::span<const Number> rows) {
      file.add(rows);
      for (std::size_t first = 0; first < rows.size(); first += width) {
        const std::span<const Number> row = rows.subspan(first, width);
        const std::uint64_t replica = is_batch ? std::get<std::uint64_t>(row.front()) : 0;
        of_replicas[replica].push_back(descent_of(row.subspan(is_batch ? 1 : 0), model.time()));
      }
    });
    file.commit();
    std::string trees;
    for (const auto& [replica, cells] : of_replicas)
      for (const std::string& tree : io::newick_trees(cells))
        trees += (is_batch ? fmt::format("[replica {}]", replica) : "") + tree + '\n';
    io::write_file(run_ / "lineage.nwk", trees);
  }

  io::Descent descent_of(std::span<const Number> row, std::uint64_t now) const {
    const auto number = [&](std::size_t column) { return std::get<std::uint64_t>(row[column]); };
    const std::uint64_t cell = number(0), mother = number(1), born = number(2), died = number(3);
    return {cell, mother, born, died == 0 ? now : died, fmt::format("{}_{}", cell, types_.at(number(4)))};
  }

  std::filesystem::path run_;
  std::vector<std::string> types_;
};

}  // namespace

std::unique_ptr<Observer> observe_lineage(const std::filesystem::path& run, Schedule schedule,
                                          std::vector<std::string> types) {
  return std::make_unique<LineageObserver>(run, schedule, std::move(types));
}

}  // namespace morula::potts
