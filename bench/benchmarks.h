#pragma once

#include <vector>

#include "bench/benchmark.h"

namespace morula {

// One for each family that is measured. The first is the one that `morula bench` measures if no family is
// named.
const std::vector<Benchmark>& benchmarks();

}  // namespace morula
