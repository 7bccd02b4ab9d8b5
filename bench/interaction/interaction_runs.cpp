// Batches of small lattices, and the fraction of a run that counting takes.
#include <algorithm>

#include "bench/clock.h"
#include "bench/interaction/interaction_bench.h"
#include "bench/interaction/interaction_cases.h"

namespace morula {
namespace {

constexpr auto counting_every = pereira_counts_every;  // generations

BatchRate batch_rate(const InteractionCase& bench_case, const Backend& backend) {
  const auto model = model_of(bench_case, backend);
  const std::uint64_t sites = bench_case.sites();
  const double steps = rounds_per_second(1, [&](std::uint64_t count) { model->step(count); });
  return {bench_case.name(), sites, steps * static_cast<double>(sites)};
}

// A run without counts is stepped in long batches. Both runs are measured twice, in turn, and the faster
// figure of each is taken, so that other work of the machine is not mistaken for counting.
CountedRun counted_run(unsigned side, const Backend& backend) {
  const auto model = model_of({side}, backend);
  CountedRun run{side, 1e9, 1e9};
  for (int i = 0; i < 2; ++i) {
    const double bare = rounds_per_second(1, [&](std::uint64_t count) { model->step(count); });
    const double counted = rounds_per_second(1, [&](std::uint64_t rounds) {
      model->step_summing(rounds * counting_every, counting_every, [](std::uint64_t, const Sums&) {});
    });
    run.uncounted_seconds = std::min(run.uncounted_seconds, 1 / bare);
    run.counted_seconds = std::min(run.counted_seconds, 1 / (counted * counting_every));
    if (counted < 1) break;  // slow enough that one figure is reliable
  }
  return run;
}

}  // namespace

std::vector<BatchRate> bench_replicas(const Backend& backend) {
  InteractionCase batch{128};
  batch.replicas = 1000;
  std::vector<BatchRate> rows = {batch_rate(batch, backend), batch_rate({4096}, backend)};
  if (is_gpu(backend)) rows.push_back(batch_rate({16384}, backend));
  return rows;
}

CountingCost bench_counting(const Backend& backend) {
  CountingCost cost{compare_counting(backend), {}};
  for (const unsigned side : {512u, 4096u, 16384u})
    if (side <= 4096 || is_gpu(backend)) cost.runs.push_back(counted_run(side, backend));
  return cost;
}

}  // namespace morula
