// What `morula bench automaton` measures.
#include "apps/morula/automaton_tables.h"
#include "apps/morula/caux_tables.h"
#include "apps/morula/family_bench.h"

namespace morula {

FamilyBench automaton_bench() {
  return {"automaton",
          {bench_part("rates", bench_automaton), bench_part("small", bench_small),
           bench_part("cubes", compare_cubes), bench_part("steps", compare_steps),
           bench_part("transfers", compare_transfers)}};
}

}  // namespace morula
