#pragma once

#include "bench/benchmark.h"

namespace morula {

Benchmark membrane_benchmark();

}  // namespace morula
