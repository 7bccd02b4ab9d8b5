#pragma once

#include "bench/benchmark.h"

namespace morula {

Benchmark proliferation_benchmark();

}  // namespace morula
