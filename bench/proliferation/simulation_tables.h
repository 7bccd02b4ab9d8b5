// Times of simulations as `morula bench proliferation` prints them.
#pragma once

#include "bench/proliferation/simulation_times.h"
#include "io/json.h"

namespace morula {

std::string as_text(const std::vector<SimulationTime>& rows);
io::Json as_json(const std::vector<SimulationTime>& rows);

}  // namespace morula
