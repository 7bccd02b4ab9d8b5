// The base class of the engines on threads: counts, hashes, stimuli and activation times, implemented with
// the engine's own read() and write().
#pragma once

#include "models/automaton/automaton_engine.h"

namespace morula {

class ThreadedEngine : public AutomatonEngine {
 public:
  ThreadedEngine(const AutomatonSpec& automaton, std::shared_ptr<ThreadPool> threads)
      : lattice_(automaton.lattice), transitions_(automaton.transitions), threads_(std::move(threads)) {}

  std::vector<std::uint64_t> count_states(Slab rows) override;
  Hash hash(Slab rows, Index canonical) override;
  std::uint64_t layer_bytes() const override { return lattice_.layer_sites(); }
  void read_layers(Index first, std::span<std::byte> layers) override;
  void write_layers(Index first, std::span<const std::byte> layers) override;
  void excite(const Shape& shape) override;
  void mark_activation(u32 time) override;
  void read_activation_times(Slab slab, std::span<u32> times) override;
  void write_activation_times(Slab slab, std::span<const u32> times) override;
  Hash hash_activation_times(Slab cells, Index canonical) override;

 protected:
  u64 rows() const { return lattice_.stored.y * lattice_.stored.z; }

  Lattice lattice_;
  Transitions transitions_;
  std::shared_ptr<ThreadPool> threads_;

 private:
  // Reads row by row on all threads, and calls visit(index of the row's first cell, cells) for each row.
  template <typename Visit>
  void for_rows(Slab rows, const Visit& visit);
  void allocate_activation_times();

  std::vector<u32> activation_times_;
};

}  // namespace morula
