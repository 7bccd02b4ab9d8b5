// The comparison with Nisoli (2018), and our engines of dividing cells, as `morula bench proliferation` says
// them.
#pragma once

#include <string>

#include "bench/nisoli/nisoli_bench.h"
#include "bench/proliferation_bench.h"
#include "io/json.h"

namespace morula {

std::string as_text(const UntilTable& table);
std::string as_text(const std::vector<SimulationTime>& rows);

io::Json as_json(const UntilTable& table);
io::Json as_json(const std::vector<SimulationTime>& rows);

}  // namespace morula
