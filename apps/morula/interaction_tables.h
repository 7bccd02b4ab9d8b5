// Rates, batches and counted runs of competing species as `morula bench interaction` says them.
#pragma once

#include "apps/morula/pereira_tables.h"
#include "bench/interaction_bench.h"

namespace morula {

std::string as_text(const Compared<InteractionRate>& table);
std::string as_text(const std::vector<BatchRate>& rows);
std::string as_text(const CountingCost& cost);

nlohmann::ordered_json as_json(const Compared<InteractionRate>& table);
nlohmann::ordered_json as_json(const std::vector<BatchRate>& rows);
nlohmann::ordered_json as_json(const CountingCost& cost);

}  // namespace morula
