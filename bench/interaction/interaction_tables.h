// Rates, batches and counted runs of competing species as `morula bench interaction` prints them.
#pragma once

#include "bench/interaction/interaction_bench.h"
#include "bench/interaction/interaction_corners.h"
#include "bench/pereira/pereira_tables.h"

namespace morula {

std::string as_text(const Compared<InteractionRate>& table);
std::string as_text(const std::vector<BatchRate>& rows);
std::string as_text(const CountingCost& cost);
std::string as_text(const Compared<CornerRate>& table);

io::Json as_json(const Compared<InteractionRate>& table);
io::Json as_json(const std::vector<BatchRate>& rows);
io::Json as_json(const CountingCost& cost);
io::Json as_json(const Compared<CornerRate>& table);

}  // namespace morula
