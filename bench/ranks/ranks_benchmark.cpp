#include "bench/ranks/ranks_benchmark.h"

#include "bench/measured.h"
#include "bench/ranks/ranks_bench.h"

namespace morula {
namespace {

RankRates bench_all(const Backend& backend, Communicator& ranks) {
  const auto workers_of_rank = backend.device ? 1U : static_cast<unsigned>(backend.threads->size());
  return bench_ranks(backend, ranks,
                     rank_cases(workers_of_rank * static_cast<unsigned>(ranks.size()), is_gpu(backend)));
}

}  // namespace

Benchmark ranks_benchmark() { return {"ranks", {benchmark_part("scaling", bench_all)}, {}, true}; }

}  // namespace morula
