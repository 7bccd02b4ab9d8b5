#include "models/potts/processes/list.h"

#include <algorithm>

#include "models/potts/potts_spec.h"
#include "models/potts/processes/age_process.h"

namespace morula::potts {
namespace {

bool is_used(const PottsSpec& spec, const std::string& column) {
  const auto uses = [&](const auto& process) {
    return std::ranges::any_of(process->columns(),
                               [&](const UsedColumn& used) { return used.column.name == column; });
  };
  return std::ranges::count(spec.shown_columns, column) > 0 || std::ranges::any_of(spec.processes, uses);
}

}  // namespace

const std::vector<std::shared_ptr<const Process>>& column_keepers() {
  static const std::vector<std::shared_ptr<const Process>> keepers = {std::make_shared<AgeProcess>()};
  return keepers;
}

std::vector<std::shared_ptr<const Process>> processes_of(const PottsSpec& spec) {
  std::vector<std::shared_ptr<const Process>> processes;
  for (const auto& keeper : column_keepers())
    if (std::ranges::any_of(keeper->columns(), [&](const UsedColumn& used) {
          return used.is_set && is_used(spec, used.column.name);
        }))
      processes.push_back(keeper);
  processes.insert(processes.end(), spec.processes.begin(), spec.processes.end());
  return processes;
}

}  // namespace morula::potts
