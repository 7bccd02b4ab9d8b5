// The plain engine on threads: one byte per cell. A second array, with a halo, tells which cells are active,
// so that states can be updated in place and the inner loop can add whole rows without testing for the
// boundary.
#include <cstring>

#include "models/automaton/plain/row_rule.h"
#include "models/automaton/threaded_engine.h"
#include "models/sites/padded_lattice.h"

namespace morula {
namespace {

class PlainCpu final : public ThreadedEngine {
 public:
  PlainCpu(const AutomatonSpec& automaton, std::shared_ptr<ThreadPool> threads)
      : ThreadedEngine(automaton, std::move(threads)),
        padded_(automaton.lattice, automaton.neighbourhood.range),
        rule_(make_row_rule(
            automaton.neighbourhood,
            {static_cast<std::ptrdiff_t>(padded_.row), static_cast<std::ptrdiff_t>(padded_.plane)},
            transitions_)),
        states_(automaton.lattice.stored.sites()),
        active_(padded_.bytes + RowRule::read_ahead),
        active_next_(active_) {}

  void step(std::uint64_t steps) override {
    if (!active_is_known_) find_active();
    active_is_known_ = true;
    for (std::uint64_t i = 0; i < steps; ++i) {
      threads_->for_ranges(rows(), [&](u64 begin, u64 end) {
        for (u64 row = begin; row < end; ++row) step_row(row % padded_.extent.y, row / padded_.extent.y);
      });
      std::swap(active_, active_next_);
      padded_.copy_rows_beyond(active_);
    }
  }

  std::span<const u8> in_place() const override { return states_; }
  void read(Slab slab, std::span<u8> states) override {
    std::memcpy(states.data(), states_.data() + slab.first, slab.count);
  }
  void write(Slab slab, std::span<const u8> states) override {
    std::memcpy(states_.data() + slab.first, states.data(), slab.count);
    active_is_known_ = false;
  }
  void write_layers(Index first, std::span<const std::byte> layers) override {
    const bool was_known = active_is_known_;
    ThreadedEngine::write_layers(first, layers);
    if (!was_known) return;
    const Index rows_in_layer = rows() / lattice_.layers_of(lattice_.stored);
    const Index count = layers.size() / layer_bytes() * rows_in_layer;
    for (Index row = first * rows_in_layer, end = row + count; row < end; ++row) find_active(row);
    padded_.copy_rows_beyond(active_);
    active_is_known_ = true;
  }

 private:
  void find_active() {
    threads_->for_ranges(rows(), [&](u64 begin, u64 end) {
      for (u64 row = begin; row < end; ++row) find_active(row);
    });
    padded_.copy_rows_beyond(active_);
  }
  void find_active(Index row) {
    const Index y = row % padded_.extent.y, z = row / padded_.extent.y;
    const u8* cells = states_.data() + row * padded_.extent.x;
    u8* active = active_.data() + padded_.at(0, y, z);
    for (Index x = 0; x < padded_.extent.x; ++x)
      active[x] = transitions_.of(cells[x]).flags & ACTIVE ? is_active : u8{0};
    padded_.wrap_row(active);
  }

  void step_row(Index y, Index z) {
    const Index at = padded_.at(0, y, z);
    rule_->step(active_.data() + at, padded_.extent.x,
                states_.data() + (z * padded_.extent.y + y) * padded_.extent.x, active_next_.data() + at);
    padded_.wrap_row(active_next_.data() + at);
  }

  PaddedLattice padded_;
  std::unique_ptr<RowRule> rule_;
  std::vector<u8> states_, active_, active_next_;
  bool active_is_known_ = false;
};

}  // namespace

std::uint64_t plain_cpu_bytes(const AutomatonSpec& automaton) {
  return automaton.lattice.stored.sites() +
         2 * PaddedLattice(automaton.lattice, automaton.neighbourhood.range).bytes;
}

std::unique_ptr<AutomatonEngine> make_plain_cpu(const AutomatonSpec& automaton,
                                                std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<PlainCpu>(automaton, std::move(threads));
}

}  // namespace morula
