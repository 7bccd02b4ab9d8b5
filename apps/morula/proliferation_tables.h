// The comparison with Nisoli (2018), and our engines of dividing cells, as `morula bench proliferation` says
// them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "bench/nisoli/nisoli_bench.h"
#include "bench/proliferation_bench.h"

namespace morula {

std::string as_text(const UntilTable& table);
std::string as_text(const std::vector<SimulationTime>& rows);

nlohmann::ordered_json as_json(const UntilTable& table);
nlohmann::ordered_json as_json(const std::vector<SimulationTime>& rows);

}  // namespace morula
