// What `morula bench interaction` measures.
#include "apps/morula/family_bench.h"
#include "apps/morula/pereira_tables.h"

namespace morula {

FamilyBench interaction_bench() {
  return {"interaction",
          {bench_part("experiments", compare_experiments), bench_part("counting", compare_counting)}};
}

}  // namespace morula
