// What `morula bench potts` measures.
#include "bench/potts/potts_benchmark.h"

#include "bench/potts/division_bench.h"
#include "bench/potts/potts_tables.h"
#include "bench/tapia/tapia_tables.h"

namespace morula {

Benchmark potts_benchmark() {
  const auto table = [](const Backend& backend, const BenchmarkOptions& options) {
    return compare_tapia_table(backend, options.find("--runs").value_or(tapia_runs));
  };
  return {
      "potts",
      {benchmark_part("rates", bench_potts), benchmark_part("threads", bench_potts_threads),
       benchmark_part("table", table), benchmark_part("sizes", compare_tapia_sizes),
       benchmark_part("divisions", bench_divisions)},
      {{"--runs", "Runs of each line of the table of 'potts'; 40, as in the paper, when absent", 1, 1000}}};
}

}  // namespace morula
