// The interface of an engine of dividing cells. It holds counters (see BranchingProcess) and adds to them the
// lineage trees of the initial cells that it is asked to simulate, each once, in any order.
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

// One of several simulations of the same population.
struct Variant {
  TypeTables tables;
  u32x2 key;  // random key of its draws
};

Variant only_variant(const ProliferationSpec& spec, std::uint64_t seed);

class ProliferationEngine {
 public:
  virtual ~ProliferationEngine() = default;

  // Replaces the variants by others, whose number may differ, and sets all counters to zero.
  virtual void set_variants(std::vector<Variant> variants) = 0;

  // On a device this returns before the work is done; finish() waits for it.
  virtual void simulate(u64 first_cell, u64 cells) = 0;
  virtual void finish() {}
  virtual std::vector<u64> counts(std::size_t variant) = 0;
  virtual u64 count(std::size_t variant, std::size_t counter) = 0;  // value of a single counter
  // Cells at the end in each bin of the score, one variant after the other.
  virtual std::vector<u64> rebinned(const Rebinning& rebinning) = 0;
  virtual void set_counts(std::size_t variant, std::span<const u64> counts) = 0;
};

std::unique_ptr<ProliferationEngine> make_proliferation_engine(const BranchingProcess& process,
                                                               std::vector<Variant> variants,
                                                               const Backend& backend);

// The engines: plain, in lanes on threads, and on a device. Runs use lanes or a device.
std::unique_ptr<ProliferationEngine> make_proliferation_plain(const BranchingProcess& process,
                                                              std::vector<Variant> variants,
                                                              std::shared_ptr<ThreadPool> threads);
std::unique_ptr<ProliferationEngine> make_proliferation_lanes(const BranchingProcess& process,
                                                              std::vector<Variant> variants,
                                                              std::shared_ptr<ThreadPool> threads);
std::unique_ptr<ProliferationEngine> make_proliferation_device(const BranchingProcess& process,
                                                               std::vector<Variant> variants,
                                                               std::shared_ptr<gpu::Device> device);
gpu::Source proliferation_source(const BranchingProcess& process);

}  // namespace morula
