// Tables 1, 2 and 3 and Fig. 8 of Muniyandi and Maroosi (2020), ours beside them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/muniyandi/muniyandi_occupancy.h"
#include "io/json.h"
#include "models/backend.h"

namespace morula::muniyandi {

// Seconds of a step, here and in the paper.
struct StepTime {
  std::string path;
  std::optional<double> here, paper;
};

struct TableRow {
  std::uint32_t membranes = 0, objects = 0;
  std::uint32_t threads = 0;        // of a block of Algorithm 1
  std::optional<double> occupancy;  // that it reaches, where the device tells what it can hold
  std::optional<SubMatrix> block;   // of Algorithm 2
  std::vector<StepTime> times;      // the first is the sequential one
};

struct ReactionTable {
  std::string title;
  std::vector<TableRow> rows;
};

std::vector<ReactionTable> compare_reactions(const Backend& backend);

std::string as_text(const std::vector<ReactionTable>& tables);
io::Json as_json(const std::vector<ReactionTable>& tables);

}  // namespace morula::muniyandi
