// What `morula bench proliferation` measures.
#include "apps/morula/family_bench.h"
#include "apps/morula/proliferation_tables.h"

namespace morula {

FamilyBench proliferation_bench() {
  return {"proliferation",
          {bench_part("until", compare_until), bench_part("single", bench_single),
           bench_part("batch", bench_batch)}};
}

}  // namespace morula
