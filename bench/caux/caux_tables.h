// The comparison with Caux, Hill and Siregar (2011) as `morula bench automaton` prints it.
#pragma once

#include "bench/caux/caux_bench.h"

namespace morula {

std::string as_text(const Compared<CubeTime>& table);
std::string as_text(const Compared<StepsTime>& table);
std::string as_text(const Compared<TransferTime>& table);

io::Json as_json(const Compared<CubeTime>& table);
io::Json as_json(const Compared<StepsTime>& table);
io::Json as_json(const Compared<TransferTime>& table);

}  // namespace morula
