#pragma once

#include "bench/benchmark.h"

namespace morula {

Benchmark potts_benchmark();

}  // namespace morula
