#pragma once

#include "bench/benchmark.h"

namespace morula {

Benchmark automaton_benchmark();

}  // namespace morula
