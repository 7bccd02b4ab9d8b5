// What `morula bench proliferation` measures.
#include "bench/proliferation/proliferation_benchmark.h"

#include "bench/nisoli/nisoli_tables.h"
#include "bench/proliferation/simulation_tables.h"

namespace morula {

Benchmark proliferation_benchmark() {
  const auto until = [](const Backend& backend, const BenchmarkOptions& options) {
    return compare_until(backend, options.find("--depth"));
  };
  return {"proliferation",
          {benchmark_part("until", until), benchmark_part("single", bench_single),
           benchmark_part("batch", bench_batch)},
          {{"--depth", "Levels that the paper's paths of 'proliferation' take at once; inferred when absent",
            1, 31}}};
}

}  // namespace morula
