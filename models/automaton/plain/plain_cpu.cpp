// The plain engine on threads: one byte per cell. A second array, with a halo, says which cells are active,
// so that states can be updated in place and the inner loop adds whole rows without testing for the boundary.
#include <algorithm>
#include <cstring>

#include "models/automaton/plain/row_rule.h"
#include "models/automaton/threaded_engine.h"

namespace morula {
namespace {

// Rows of x, with a halo as wide as the neighbourhood's range; a 2D lattice is one plane with none above or
// below.
struct Padded {
  Padded(const Lattice& lattice, int range)
      : extent(lattice.stored),
        pad(static_cast<Index>(range)),
        pad_z(lattice.dimensions == 3 ? pad : 0),
        row(extent.x + 2 * pad),
        plane(row * (extent.y + 2 * pad)),
        bytes(plane * (extent.z + 2 * pad_z)) {}

  Index at(Index x, Index y, Index z) const { return (z + pad_z) * plane + (y + pad) * row + x + pad; }

  Extent extent;
  Index pad, pad_z, row, plane, bytes;
};

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
      copy_rows_beyond();
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
    copy_rows_beyond();
    active_is_known_ = true;
  }

 private:
  // The coordinate of the lattice that a padded coordinate shows; nothing beyond a fixed boundary.
  static std::optional<Index> behind(Index padded, Index pad, Index side, Boundary boundary) {
    const Index at = padded + side - pad % side;  // one side more than the place, which may be negative
    if (boundary == Boundary::Periodic) return at % side;
    if (padded < pad || padded - pad >= side) return std::nullopt;
    return padded - pad;
  }

  void find_active() {
    threads_->for_ranges(rows(), [&](u64 begin, u64 end) {
      for (u64 row = begin; row < end; ++row) find_active(row);
    });
    copy_rows_beyond();
  }
  void find_active(Index row) {
    const Index y = row % padded_.extent.y, z = row / padded_.extent.y;
    const u8* cells = states_.data() + row * padded_.extent.x;
    u8* active = active_.data() + padded_.at(0, y, z);
    for (Index x = 0; x < padded_.extent.x; ++x)
      active[x] = transitions_.of(cells[x]).flags & ACTIVE ? is_active : u8{0};
    wrap_row(active);
  }

  // Fills the halo at both ends of a row.
  void wrap_row(u8* active) const {
    if (lattice_.boundary.x == Boundary::Fixed) return;  // zero from the beginning
    const Index side = padded_.extent.x;
    for (Index i = 0; i < padded_.pad; ++i) {
      active[side + i] = active[i % side];
      *(active - 1 - i) = active[side - 1 - i % side];
    }
  }

  // Fills the rows of the halo beyond a periodic boundary.
  void copy_rows_beyond() {
    const Index tall = padded_.extent.y + 2 * padded_.pad;
    for (Index z = 0; z < padded_.bytes / padded_.plane; ++z)
      for (Index y = 0; y < tall; ++y) {
        const bool inside_z = z >= padded_.pad_z && z - padded_.pad_z < padded_.extent.z;
        if (inside_z && y == padded_.pad) y += padded_.extent.y;  // the lattice itself
        const auto from_y = behind(y, padded_.pad, padded_.extent.y, lattice_.boundary.y),
                   from_z = behind(z, padded_.pad_z, padded_.extent.z, lattice_.boundary.z);
        if (!from_y || !from_z) continue;  // zero from the beginning
        std::memcpy(active_.data() + z * padded_.plane + y * padded_.row,
                    active_.data() + padded_.at(0, *from_y, *from_z) - padded_.pad, padded_.row);
      }
  }

  void step_row(Index y, Index z) {
    const Index at = padded_.at(0, y, z);
    rule_->step(active_.data() + at, padded_.extent.x,
                states_.data() + (z * padded_.extent.y + y) * padded_.extent.x, active_next_.data() + at);
    wrap_row(active_next_.data() + at);
  }

  Padded padded_;
  std::unique_ptr<RowRule> rule_;
  std::vector<u8> states_, active_, active_next_;
  bool active_is_known_ = false;
};

}  // namespace

std::uint64_t plain_cpu_bytes(const AutomatonSpec& automaton) {
  return automaton.lattice.stored.sites() +
         2 * Padded(automaton.lattice, automaton.neighbourhood.range).bytes;
}

std::unique_ptr<AutomatonEngine> make_plain_cpu(const AutomatonSpec& automaton,
                                                std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<PlainCpu>(automaton, std::move(threads));
}

}  // namespace morula
