#pragma once

#include <vector>

#include "bench/benchmark.h"

namespace morula {

// One benchmark for each family. `morula bench` without a family runs the first.
const std::vector<Benchmark>& benchmarks();

}  // namespace morula
