// What `morula bench interaction` measures.
#include "bench/interaction/interaction_benchmark.h"

#include "bench/interaction/interaction_tables.h"
#include "bench/pereira/pereira_tables.h"

namespace morula {

Benchmark interaction_benchmark() {
  return {"interaction",
          {benchmark_part("experiments", compare_experiments), benchmark_part("counting", bench_counting),
           benchmark_part("rates", bench_interaction), benchmark_part("replicas", bench_replicas),
           benchmark_part("corners", bench_corners)}};
}

}  // namespace morula
