#include "models/proliferation/engine/threaded_engine.h"

#include <algorithm>
#include <mutex>
#include <numeric>

namespace morula {
namespace {

// Each worker has its own counters. There may be more threads than processors, but they must not take more
// memory than the footprint stated before the run.
u64 workers_of(const BranchingProcess& process, u64 threads) {
  constexpr u64 small = u64{64} << 20;
  const u64 fitting = small / (process.counters() * sizeof(u64));
  return std::min(threads, std::max<u64>(hardware_threads(), fitting));
}

}  // namespace

ThreadedProliferationEngine::ThreadedProliferationEngine(const BranchingProcess& process,
                                                         std::vector<Variant> variants,
                                                         std::shared_ptr<ThreadPool> threads)
    : process_(process), threads_(std::move(threads)) {
  ThreadedProliferationEngine::set_variants(std::move(variants));
}

void ThreadedProliferationEngine::set_variants(std::vector<Variant> variants) {
  variants_ = std::move(variants);
  counts_.assign(variants_.size(), std::vector<u64>(process_.counters()));
}

void ThreadedProliferationEngine::simulate(u64 first_cell, u64 cells) {
  const u64 first = first_cell << process_.split_depth, end = (first_cell + cells) << process_.split_depth;
  const u64 workers = workers_of(process_, threads_->size());
  std::mutex mutex;  // the order of additions does not change the sums
  threads_->for_ranges(workers, [&](u64 first_worker, u64 last_worker) {
    std::vector<u64> counts(process_.counters());
    for (u64 worker = first_worker; worker < last_worker; ++worker)
      for (std::size_t variant = 0; variant < variants_.size(); ++variant) {
        std::ranges::fill(counts, 0);
        simulate_items(variants_[variant], {first, end, worker, workers}, counts);
        const std::lock_guard lock(mutex);
        for (std::size_t i = 0; i < counts.size(); ++i) counts_[variant][i] += counts[i];
      }
  });
}

std::vector<u64> ThreadedProliferationEngine::rebinned(const Rebinning& rebinning) {
  std::vector<u64> sums(variants_.size() * rebinning.score_bins);
  threads_->for_ranges(variants_.size(), [&](u64 begin, u64 end) {
    for (u64 variant = begin; variant < end; ++variant)
      for (std::size_t column = 0; column < std::size_t{process_.types} * process_.generations; ++column)
        for (std::size_t s = 0; s < rebinning.score_bins; ++s) {
          const std::size_t generation = column % process_.generations;
          const u64* const of_bins = counts_[variant].data() + column * process_.bins();
          sums[variant * rebinning.score_bins + s] += std::accumulate(
              of_bins + rebinning.first(generation, s), of_bins + rebinning.first(generation, s + 1), u64{0});
        }
  });
  return sums;
}

}  // namespace morula
