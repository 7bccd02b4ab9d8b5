// What the engines on threads share: counts, hashes, excitation and the map of onsets, by way of read and
// write.
#pragma once

#include "models/automaton/automaton_engine.h"

namespace morula {

class HostEngine : public AutomatonEngine {
 public:
  HostEngine(const AutomatonSpec& automaton, std::shared_ptr<ThreadPool> threads)
      : lattice_(automaton.lattice), transitions_(automaton.transitions), threads_(std::move(threads)) {}

  std::vector<std::uint64_t> count_states() override;
  Hash hash() override;
  void excite(const Shape& shape) override;
  void mark_onsets(u32 time) override;
  void read_onsets(Slab slab, std::span<u32> times) override;
  void write_onsets(Slab slab, std::span<const u32> times) override;
  Hash hash_onsets() override;

 protected:
  u64 rows() const { return lattice_.local.y * lattice_.local.z; }

  Lattice lattice_;
  Transitions transitions_;
  std::shared_ptr<ThreadPool> threads_;

 private:
  // Reads the lattice row by row on all threads and calls visit(canonical index of the row's first cell,
  // cells).
  template <typename Visit>
  void for_rows(const Visit& visit);
  void need_onsets();

  std::vector<u32> onsets_;
};

}  // namespace morula
