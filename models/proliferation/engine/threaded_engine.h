// Base of the engines on threads: counters in the host's memory, and threads that share out the trees.
#pragma once

#include <optional>

#include "models/proliferation/proliferation_engine.h"

namespace morula {

// The work-items of one thread. The chunks of items are dealt out to the threads in turn.
class InterleavedItems {
 public:
  InterleavedItems(u64 first, u64 end, u64 thread, u64 threads)
      : at_(first + thread * chunk), end_(end), skip_(chunk * (threads - 1)) {}

  std::optional<u64> next() {
    if (at_ >= end_) return std::nullopt;
    const u64 item = at_++;
    if (++taken_ % chunk == 0) at_ += skip_;
    return item;
  }

 private:
  // Number of cells that a thread takes at a time. It is small because neighbouring cells have trees of
  // similar size, and dim cells, whose trees are small, come first.
  static constexpr u64 chunk = 16;
  u64 at_, end_, skip_, taken_ = 0;
};

class ThreadedProliferationEngine : public ProliferationEngine {
 public:
  ThreadedProliferationEngine(const BranchingProcess& process, std::vector<Variant> variants,
                              std::shared_ptr<ThreadPool> threads);

  void set_variants(std::vector<Variant> variants) override;
  void simulate(u64 first_cell, u64 cells) override;
  std::vector<u64> counts(std::size_t variant) override { return counts_[variant]; }
  u64 count(std::size_t variant, std::size_t counter) override { return counts_[variant][counter]; }
  std::vector<u64> rebinned(const Rebinning& rebinning) override;
  void set_counts(std::size_t variant, std::span<const u64> counts) override {
    counts_[variant].assign(counts.begin(), counts.end());
  }

 protected:
  // Called by several threads, each with its own counters.
  virtual void simulate_items(const Variant& variant, InterleavedItems items,
                              std::span<u64> counts) const = 0;

  BranchingProcess process_;

 private:
  std::vector<Variant> variants_;
  std::vector<std::vector<u64>> counts_;
  std::shared_ptr<ThreadPool> threads_;
};

}  // namespace morula
