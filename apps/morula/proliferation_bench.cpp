// What `morula bench proliferation` measures.
#include "apps/morula/family_bench.h"
#include "apps/morula/proliferation_tables.h"

namespace morula {

FamilyBench proliferation_bench(std::optional<unsigned> depth) {
  const auto until = [depth](const Backend& backend) { return compare_until(backend, depth); };
  return {"proliferation",
          {bench_part("until", until), bench_part("single", bench_single), bench_part("batch", bench_batch)}};
}

}  // namespace morula
