// Rates of the automaton's engines, and small lattices, as `morula bench automaton` says them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "bench/bench.h"

namespace morula {

std::string as_text(const std::vector<Measured>& rows);
std::string as_text(const std::optional<SmallLattice>& small);

nlohmann::ordered_json as_json(const std::vector<Measured>& rows);
nlohmann::ordered_json as_json(const std::optional<SmallLattice>& small);

}  // namespace morula
