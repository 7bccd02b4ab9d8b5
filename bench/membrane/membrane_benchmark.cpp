// What `morula bench membrane` measures.
#include "bench/membrane/membrane_benchmark.h"

#include "bench/membrane/membrane_rates.h"
#include "bench/muniyandi/muniyandi_bench.h"

namespace morula {

Benchmark membrane_benchmark() {
  return {"membrane",
          {benchmark_part("rates", bench_membranes), benchmark_part("tables", muniyandi::compare_reactions)},
          {muniyandi::objects_per_thread_option()}};
}

}  // namespace morula
