// What `morula bench automaton` measures.
#include "bench/automaton/automaton_benchmark.h"

#include "bench/automaton/automaton_tables.h"
#include "bench/caux/caux_tables.h"

namespace morula {

Benchmark automaton_benchmark() {
  return {"automaton",
          {benchmark_part("rates", bench_automaton), benchmark_part("formulas", bench_formulas),
           benchmark_part("pictures", bench_pictures), benchmark_part("small", bench_small),
           benchmark_part("cubes", compare_cubes), benchmark_part("steps", compare_steps),
           benchmark_part("transfers", compare_transfers), benchmark_part("restore", bench_restore)}};
}

}  // namespace morula
