// What `morula bench interaction` measures.
#include "apps/morula/family_bench.h"
#include "apps/morula/interaction_tables.h"

namespace morula {

FamilyBench interaction_bench() {
  return {"interaction",
          {bench_part("experiments", compare_experiments), bench_part("counting", bench_counting),
           bench_part("rates", bench_interaction), bench_part("replicas", bench_replicas)}};
}

}  // namespace morula
