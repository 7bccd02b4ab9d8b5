#include "models/proliferation/engine/threaded_engine.h"

#include <algorithm>
#include <mutex>
#include <numeric>

namespace morula {
namespace {

// Each has counters of its own. More threads than processors may be asked for, yet not more memory than was
// said before the run.
u64 workers_of(const WalkPlan& plan, u64 threads) {
  constexpr u64 small = u64{64} << 20;
  const u64 fitting = small / (plan.counters() * sizeof(u64));
  return std::min(threads, std::max<u64>(hardware_threads(), fitting));
}

}  // namespace

HostCounts::HostCounts(const WalkPlan& plan, std::vector<Variant> variants,
                       std::shared_ptr<ThreadPool> threads)
    : plan_(plan), threads_(std::move(threads)) {
  HostCounts::set_variants(std::move(variants));
}

void HostCounts::set_variants(std::vector<Variant> variants) {
  variants_ = std::move(variants);
  counts_.assign(variants_.size(), std::vector<u64>(plan_.counters()));
}

void HostCounts::walk(u64 first_cell, u64 cells) {
  const u64 first = first_cell << plan_.turns, end = (first_cell + cells) << plan_.turns;
  const u64 workers = workers_of(plan_, threads_->size());
  std::mutex mutex;  // sums do not depend on who comes first
  threads_->for_ranges(workers, [&](u64 first_worker, u64 last_worker) {
    std::vector<u64> own(plan_.counters());
    for (u64 worker = first_worker; worker < last_worker; ++worker)
      for (std::size_t variant = 0; variant < variants_.size(); ++variant) {
        std::ranges::fill(own, 0);
        walk_items(variants_[variant], {first, end, worker, workers}, own);
        const std::lock_guard lock(mutex);
        for (std::size_t i = 0; i < own.size(); ++i) counts_[variant][i] += own[i];
      }
  });
}

std::vector<u64> HostCounts::gathered(const Gathering& gathering) {
  std::vector<u64> sums(variants_.size() * gathering.into);
  threads_->for_ranges(variants_.size(), [&](u64 begin, u64 end) {
    for (u64 variant = begin; variant < end; ++variant)
      for (std::size_t column = 0; column < std::size_t{plan_.kinds} * plan_.generations; ++column)
        for (std::size_t s = 0; s < gathering.into; ++s) {
          const std::size_t generation = column % plan_.generations;
          const u64* const of_bins = counts_[variant].data() + column * plan_.bins();
          sums[variant * gathering.into + s] += std::accumulate(
              of_bins + gathering.first(generation, s), of_bins + gathering.first(generation, s + 1), u64{0});
        }
  });
  return sums;
}

}  // namespace morula
