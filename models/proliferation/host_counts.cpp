#include "models/proliferation/host_counts.h"

#include <algorithm>
#include <mutex>

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

}  // namespace morula
