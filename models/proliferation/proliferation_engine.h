// What the engines of dividing cells have in common. They hold counters (see WalkPlan) and add to them the
// trees of the initial cells that they are told to walk: once each, in any order.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/philox.h"
#include "core/threads.h"
#include "gpu/device.h"
#include "models/backend.h"
#include "models/proliferation/engine/branching_process.h"
#include "models/proliferation/observe/rebinning.h"

namespace morula {

// One simulation out of several of the same population.
struct Variant {
  Clocks clocks;
  u32x2 key;  // of its draws
};

Variant only_variant(const ProliferationSpec& spec, std::uint64_t seed);

class ProliferationEngine {
 public:
  virtual ~ProliferationEngine() = default;

  // Others, and as many as one likes, in the place of those it was made with. Nothing has been counted then.
  virtual void set_variants(std::vector<Variant> variants) = 0;

  // On a device it returns before that is done.
  virtual void walk(u64 first_cell, u64 cells) = 0;
  virtual void finish() {}
  virtual std::vector<u64> counts(std::size_t variant) = 0;
  virtual u64 count(std::size_t variant, std::size_t counter) = 0;  // one of them
  // Cells at the end in each bin of a score, of every variant, one behind the other.
  virtual std::vector<u64> gathered(const Gathering& gathering) = 0;
  virtual void set_counts(std::size_t variant, std::span<const u64> counts) = 0;
};

std::unique_ptr<ProliferationEngine> make_engine(const WalkPlan& plan, std::vector<Variant> variants,
                                                 const Backend& backend);

// The plain one, and the fast ones.
std::unique_ptr<ProliferationEngine> make_proliferation_plain(const WalkPlan& plan,
                                                              std::vector<Variant> variants,
                                                              std::shared_ptr<ThreadPool> threads);
std::unique_ptr<ProliferationEngine> make_proliferation_cpu(const WalkPlan& plan,
                                                            std::vector<Variant> variants,
                                                            std::shared_ptr<ThreadPool> threads);
std::unique_ptr<ProliferationEngine> make_proliferation_gpu(const WalkPlan& plan,
                                                            std::vector<Variant> variants,
                                                            std::shared_ptr<gpu::Device> device);
gpu::Source proliferation_source(const WalkPlan& plan);

}  // namespace morula
