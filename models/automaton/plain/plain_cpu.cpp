// The plain engine on threads: one byte per cell. The active cells are first copied to an array with a halo,
// so that states can be updated in place and the inner loop adds whole rows without testing for the boundary.
#include <algorithm>
#include <array>
#include <cstring>

#include "models/automaton/threaded_engine.h"

namespace morula {
namespace {

// Rows of x, with a halo as wide as the neighbourhood's range; a 2D lattice is one plane with none above or
// below.
struct Padded {
  Padded(const Lattice& lattice, int range)
      : extent(lattice.local),
        pad(static_cast<Index>(range)),
        pad_z(lattice.dimensions == 3 ? pad : 0),
        row(extent.x + 2 * pad),
        plane(row * (extent.y + 2 * pad)),
        bytes(plane * (extent.z + 2 * pad_z)) {}

  Index at(Index x, Index y, Index z) const { return (z + pad_z) * plane + (y + pad) * row + x + pad; }

  Extent extent;
  Index pad, pad_z, row, plane, bytes;
};

struct WeightedOffset {
  std::ptrdiff_t offset = 0;
  u32 weight = 1;
};

std::vector<WeightedOffset> offsets_of(const Padded& padded, const Neighbourhood& neighbourhood) {
  std::vector<WeightedOffset> offsets;
  const auto row = static_cast<std::ptrdiff_t>(padded.row), plane = static_cast<std::ptrdiff_t>(padded.plane);
  for (const Neighbour& one : neighbourhood.neighbours)
    offsets.push_back({one.dz * plane + one.dy * row + one.dx, one.weight});
  return offsets;
}

class PlainCpu final : public ThreadedEngine {
 public:
  PlainCpu(const AutomatonSpec& automaton, std::shared_ptr<ThreadPool> threads)
      : ThreadedEngine(automaton, std::move(threads)),
        padded_(automaton.lattice, automaton.neighbourhood.range),
        offsets_(offsets_of(padded_, automaton.neighbourhood)),
        states_(automaton.lattice.local.sites()),
        active_(padded_.bytes) {}

  void step(std::uint64_t steps) override {
    for (std::uint64_t i = 0; i < steps; ++i) {
      threads_->for_ranges(padded_.bytes / padded_.row, [&](u64 begin, u64 end) {
        for (u64 row = begin; row < end; ++row) find_active(row);
      });
      threads_->for_ranges(rows(), [&](u64 begin, u64 end) {
        for (u64 row = begin; row < end; ++row) step_row(row % padded_.extent.y, row / padded_.extent.y);
      });
    }
  }

  std::span<const u8> in_place() const override { return states_; }
  void read(Slab slab, std::span<u8> states) override {
    std::memcpy(states.data(), states_.data() + slab.first, slab.count);
  }
  void write(Slab slab, std::span<const u8> states) override {
    std::memcpy(states_.data() + slab.first, states.data(), slab.count);
  }

 private:
  u8 is_active(u8 state) const { return transitions_.of(state).flags & ACTIVE; }

  // The coordinate of the lattice that a padded coordinate shows; nothing beyond a fixed boundary.
  static std::optional<Index> behind(Index padded, Index pad, Index side, Boundary boundary) {
    const Index at = padded + side - pad % side;  // one side more than the place, which may be negative
    if (boundary == Boundary::Periodic) return at % side;
    if (padded < pad || padded - pad >= side) return std::nullopt;
    return padded - pad;
  }

  // Fills one row of active_, halo included.
  void find_active(u64 padded_row) {
    const Index tall = padded_.extent.y + 2 * padded_.pad;
    const auto y = behind(padded_row % tall, padded_.pad, padded_.extent.y, lattice_.boundary.y),
               z = behind(padded_row / tall, padded_.pad_z, padded_.extent.z, lattice_.boundary.z);
    u8* active = active_.data() + padded_row * padded_.row;
    if (!y || !z) return;  // zero from the beginning
    const u8* cells = states_.data() + (*z * padded_.extent.y + *y) * padded_.extent.x;
    for (Index x = 0; x < padded_.extent.x; ++x) active[padded_.pad + x] = is_active(cells[x]);
    if (lattice_.boundary.x == Boundary::Fixed) return;
    const auto wrapped = [&](Index x) {
      return is_active(cells[*behind(x, padded_.pad, padded_.extent.x, Boundary::Periodic)]);
    };
    for (Index x = 0; x < padded_.pad; ++x) {
      active[x] = wrapped(x);
      const Index right = padded_.pad + padded_.extent.x + x;
      active[right] = wrapped(right);
    }
  }

  void step_row(Index y, Index z) {
    constexpr Index block = 512;  // sums stay in the first-level cache
    std::array<u32, block> sums{};
    for (Index begin = 0; begin < padded_.extent.x; begin += block) {
      const Index length = std::min(block, padded_.extent.x - begin);
      const u8* active = active_.data() + padded_.at(begin, y, z);
      u8* cells = states_.data() + (z * padded_.extent.y + y) * padded_.extent.x + begin;
      std::fill_n(sums.begin(), length, 0u);
      for (const WeightedOffset& one : offsets_)
        for (Index x = 0; x < length; ++x)
          sums[x] += one.weight * active[static_cast<std::ptrdiff_t>(x) + one.offset];
      for (Index x = 0; x < length; ++x) {
        const Transition transition = transitions_.of(cells[x]);
        cells[x] = next_state(transition, transitions_.excites(transition.row, sums[x]));
      }
    }
  }

  Padded padded_;
  std::vector<WeightedOffset> offsets_;
  std::vector<u8> states_, active_;
};

}  // namespace

std::uint64_t plain_cpu_bytes(const AutomatonSpec& automaton) {
  return automaton.lattice.local.sites() + Padded(automaton.lattice, automaton.neighbourhood.range).bytes;
}

std::unique_ptr<AutomatonEngine> make_plain_cpu(const AutomatonSpec& automaton,
                                                std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<PlainCpu>(automaton, std::move(threads));
}

}  // namespace morula
