// The processes of a model, in the order in which they act.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/potts/processes/process.h"

namespace morula::potts {

// Processes that keep a column up to date: a model has them if another process, or an output, uses the
// column.
const std::vector<std::shared_ptr<const Process>>& column_keepers();

bool is_kept(const std::string& column);

// All processes of the model: first those of column_keepers() that it needs, then those of the spec.
std::vector<std::shared_ptr<const Process>> processes_of(const PottsSpec& spec);
// The processes that influence the model, without those that only outputs need.
std::vector<std::shared_ptr<const Process>> deciding_processes(const PottsSpec& spec);

}  // namespace morula::potts
