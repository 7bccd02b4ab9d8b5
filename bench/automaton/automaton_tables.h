// Rates of the automaton's engines, small lattices and restores, as `morula bench automaton` prints them.
#pragma once

#include "bench/automaton/automaton_bench.h"

namespace morula {

std::string as_text(const std::vector<Measured>& rows);
std::string as_text(const FormulaRates& rates);
std::string as_text(const PictureTimes& times);
std::string as_text(const std::optional<SmallLattice>& small);
std::string as_text(const RestoreRate& rate);

io::Json as_json(const std::vector<Measured>& rows);
io::Json as_json(const FormulaRates& rates);
io::Json as_json(const PictureTimes& times);
io::Json as_json(const std::optional<SmallLattice>& small);
io::Json as_json(const RestoreRate& rate);

}  // namespace morula
