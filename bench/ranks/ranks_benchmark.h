#pragma once

#include "bench/benchmark.h"

namespace morula {

Benchmark ranks_benchmark();

}  // namespace morula
