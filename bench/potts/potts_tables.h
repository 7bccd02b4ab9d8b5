// Rates of the cellular Potts model as `morula bench potts` prints them.
#pragma once

#include "bench/potts/potts_bench.h"
#include "io/json.h"

namespace morula {

std::string as_text(const PottsRates& table);
std::string as_text(const std::vector<PottsThreads>& rows);

io::Json as_json(const PottsRates& table);
io::Json as_json(const std::vector<PottsThreads>& rows);

}  // namespace morula
