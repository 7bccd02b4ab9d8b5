// Times of simulations as `morula bench proliferation` says them.
#pragma once

#include "bench/json.h"
#include "bench/proliferation/simulation_times.h"

namespace morula {

std::string as_text(const std::vector<SimulationTime>& rows);
Json as_json(const std::vector<SimulationTime>& rows);

}  // namespace morula
