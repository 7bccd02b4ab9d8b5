#include "analysis/genealogy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "analysis/run_tables.h"
#include "analysis/type_names.h"
#include "core/error.h"
#include "io/csv_table.h"
#include "io/durable_file.h"
#include "io/json.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

constexpr double highest_type = 255, highest_whole = 9007199254740992;

std::vector<std::uint64_t> wholes(const io::CsvTable& table, const char* name, double most) {
  if (!table.has(name))
    throw SpecError({table.source()}, "",
                    fmt::format("has no column '{}': it is not a table of lineages", name));
  const std::vector<double> numbers = table.numbers(name);
  std::vector<std::uint64_t> column;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] < 0 || numbers[i] > most || numbers[i] != std::floor(numbers[i]))
      throw SpecError({table.source(), table.line_of(i), 1}, name,
                      fmt::format("is {}; must be a whole number from 0 to {}", numbers[i], most));
    column.push_back(static_cast<std::uint64_t>(numbers[i]));
  }
  return column;
}

// The cells of one replica while their rows are read.
struct ReplicaRows {
  std::vector<LineageCell> cells;
  std::unordered_map<std::uint64_t, std::size_t> places;
};

void add_cell(ReplicaRows& replica, const LineageCell& cell, const SourceLocation& where) {
  const auto problem = [&](const std::string& text) { throw SpecError(where, "", text); };
  if (cell.cell == 0) problem("has the cell 0, which is the medium");
  if (!replica.cells.empty() && cell.cell <= replica.cells.back().cell)
    problem(fmt::format(
        "cell {} follows cell {}; rows must be in the order of replicas and cells: use the file as "
        "the run wrote it",
        cell.cell, replica.cells.back().cell));
  if (cell.died != 0 && cell.died < cell.born)
    problem(
        fmt::format("cell {} died at step {}, before it was born at {}", cell.cell, cell.died, cell.born));
  if (cell.mother != 0) {
    const auto mother = replica.places.find(cell.mother);
    if (mother == replica.places.end())
      problem(fmt::format("cell {} has the mother {}, which has no row before it", cell.cell, cell.mother));
    else if (const LineageCell& row = replica.cells[mother->second];
             row.born > cell.born || (row.died != 0 && row.died < cell.born))
      problem(fmt::format("cell {} was born at step {}, when its mother {} did not live", cell.cell,
                          cell.born, cell.mother));
  }
  replica.places[cell.cell] = replica.cells.size();
  replica.cells.push_back(cell);
}

// The last step of the run, or the step of the last event if there is no manifest beside the file.
std::uint64_t last_step(const fs::path& file, const std::vector<std::uint64_t>& born,
                        const std::vector<std::uint64_t>& died) {
  std::uint64_t last = 0;
  for (const auto* column : {&born, &died})
    for (const std::uint64_t step : *column) last = std::max(last, step);
  const fs::path manifest = file.parent_path() / "manifest.json";
  if (!fs::exists(manifest)) return last;
  const io::Json json = io::Json::parse(io::read_file(manifest));
  return std::max(last, json.at("steps").get<std::uint64_t>());
}

}  // namespace

Genealogy::Genealogy(std::vector<LineageCell> cells, std::vector<std::string> types, std::uint64_t end)
    : cells_(std::move(cells)), types_(std::move(types)), end_(end) {
  std::unordered_map<std::uint64_t, std::size_t> places;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    LineageCell& cell = cells_[i];
    places[cell.cell] = i;
    cell.founder = i;
    cell.descendants = 1;
    if (cell.mother == 0) {
      founders_.push_back(i);
      continue;
    }
    LineageCell& mother = cells_[places.at(cell.mother)];
    cell.founder = mother.founder;
    mother.daughters.push_back(i);
  }
  for (std::size_t i = cells_.size(); i-- > 0;)  // daughters come after their mothers
    for (const std::size_t daughter : cells_[i].daughters)
      cells_[i].descendants += cells_[daughter].descendants;
}

std::string Genealogy::name_of(unsigned type) const {
  return type < types_.size() ? types_[type] : fmt::format("type {}", type);
}

std::uint64_t Genealogy::descendants_after(std::size_t cell, std::size_t daughters) const {
  std::uint64_t descendants = cells_[cell].descendants;
  for (std::size_t i = 0; i < daughters; ++i) descendants -= cells_[cells_[cell].daughters[i]].descendants;
  return descendants;
}

std::vector<Genealogy> read_genealogies(const fs::path& run) {
  const fs::path file =
      table_of_run(run, "lineage.csv", "run a model with potts.life and output: {lineage: {every: 100}}");
  const io::CsvTable table = io::read_csv_table(file);
  const auto cells = wholes(table, "cell", highest_whole), mothers = wholes(table, "mother", highest_whole),
             born = wholes(table, "born", highest_whole), died = wholes(table, "died", highest_whole),
             types = wholes(table, "type", highest_type);
  const auto replicas = table.has("replica") ? wholes(table, "replica", highest_whole)
                                             : std::vector<std::uint64_t>(table.rows());
  std::map<std::uint64_t, ReplicaRows> of_replicas;
  for (std::size_t i = 0; i < table.rows(); ++i)
    add_cell(of_replicas[replicas[i]],
             {cells[i], mothers[i], born[i], died[i], static_cast<unsigned>(types[i])},
             {table.source(), table.line_of(i), 1});
  if (of_replicas.empty()) throw SpecError({file.string()}, "", "has no cells");
  const std::vector<std::string> names = type_names_beside(file);
  const std::uint64_t end = last_step(file, born, died);
  std::vector<Genealogy> genealogies;
  for (auto& [replica, rows] : of_replicas) genealogies.emplace_back(std::move(rows.cells), names, end);
  return genealogies;
}

}  // namespace morula
