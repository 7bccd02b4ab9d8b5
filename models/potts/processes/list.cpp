#include "models/potts/processes/list.h"

#include <algorithm>

#include "models/potts/potts_spec.h"
#include "models/potts/processes/age_process.h"

namespace morula::potts {
namespace {

bool sets(const Process& process, const std::string& column) {
  return std::ranges::any_of(
      process.columns(), [&](const UsedColumn& used) { return used.is_set && used.column.name == column; });
}

// Does the keeper set one of the columns in `shown`, or one that a process of the model uses?
bool is_needed(const Process& keeper, const PottsSpec& spec, const std::vector<std::string>& shown) {
  const auto sets_it = [&](const std::string& column) { return sets(keeper, column); };
  const bool is_read =
      spec.properties.reads(CellInput::Kind::Age) ||
      std::ranges::any_of(spec.life.of_types, [](const TypeLife& life) {
        return life.rules.reads(CellInput::Kind::Age) || life.shares.reads(CellInput::Kind::Age);
      });
  if (is_read && sets_it("age")) return true;
  return std::ranges::any_of(shown, sets_it) || std::ranges::any_of(spec.processes, [&](const auto& process) {
           return std::ranges::any_of(process->columns(),
                                      [&](const UsedColumn& used) { return sets_it(used.column.name); });
         });
}

std::vector<std::shared_ptr<const Process>> processes_showing(const PottsSpec& spec,
                                                              const std::vector<std::string>& shown) {
  std::vector<std::shared_ptr<const Process>> processes;
  for (const auto& keeper : column_keepers())
    if (is_needed(*keeper, spec, shown)) processes.push_back(keeper);
  processes.insert(processes.end(), spec.processes.begin(), spec.processes.end());
  return processes;
}

}  // namespace

const std::vector<std::shared_ptr<const Process>>& column_keepers() {
  static const std::vector<std::shared_ptr<const Process>> keepers = {std::make_shared<AgeProcess>()};
  return keepers;
}

bool is_kept(const std::string& column) {
  return std::ranges::any_of(column_keepers(), [&](const auto& keeper) { return sets(*keeper, column); });
}

std::vector<std::shared_ptr<const Process>> processes_of(const PottsSpec& spec) {
  return processes_showing(spec, spec.shown_columns);
}

std::vector<std::shared_ptr<const Process>> deciding_processes(const PottsSpec& spec) {
  return processes_showing(spec, {});
}

}  // namespace morula::potts
