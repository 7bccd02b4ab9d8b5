// The comparison with Pereira (2017) as `morula bench interaction` prints it.
#pragma once

#include "bench/pereira/pereira_bench.h"

namespace morula {

std::string as_text(const Compared<ExperimentTime>& table);
std::string as_text(const Compared<CountingTime>& table);

io::Json as_json(const Compared<ExperimentTime>& table);
io::Json as_json(const Compared<CountingTime>& table);

}  // namespace morula
