#pragma once

#include "bench/benchmark.h"

namespace morula {

Benchmark interaction_benchmark();

}  // namespace morula
