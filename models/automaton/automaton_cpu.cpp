// The automaton on threads: one byte per cell in rows with a halo of one cell on every side, so that the
// inner loop adds whole rows and knows no boundary.
#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>

#include "models/automaton/automaton_engine.h"

namespace morula {
namespace {

// Rows of x, with a halo; a 2D lattice is one plane without neighbours above and below.
struct Padded {
  explicit Padded(const Lattice& lattice)
      : extent(lattice.local),
        pad_z(lattice.dimensions == 3 ? 1 : 0),
        row(extent.x + 2),
        plane(row * (extent.y + 2)),
        bytes(plane * (extent.z + 2 * pad_z)) {}

  Index at(Index x, Index y, Index z) const { return (z + pad_z) * plane + (y + 1) * row + x + 1; }

  Extent extent;
  Index pad_z, row, plane, bytes;
};

std::vector<std::ptrdiff_t> neighbour_offsets(const Padded& padded, int reach) {
  std::vector<std::ptrdiff_t> offsets;
  const int dz_most = padded.pad_z ? 1 : 0;
  for (int dz = -dz_most; dz <= dz_most; ++dz)
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        if (is_neighbour(dx, dy, dz, reach))
          offsets.push_back(dz * static_cast<std::ptrdiff_t>(padded.plane) +
                            dy * static_cast<std::ptrdiff_t>(padded.row) + dx);
  return offsets;
}

class AutomatonCpu final : public AutomatonEngine {
 public:
  AutomatonCpu(const AutomatonSpec& automaton, std::shared_ptr<ThreadPool> threads)
      : lattice_(automaton.lattice),
        rule_(automaton.rule),
        padded_(automaton.lattice),
        offsets_(neighbour_offsets(padded_, automaton.reach)),
        now_(padded_.bytes),
        next_(padded_.bytes),
        threads_(std::move(threads)) {}

  void step(std::uint64_t steps) override {
    for (std::uint64_t i = 0; i < steps; ++i) {
      if (lattice_.boundary == Boundary::Periodic) wrap_halo();  // else it is zero, and stays so
      threads_->for_ranges(rows(), [&](u64 begin, u64 end) {
        for (u64 row = begin; row < end; ++row) step_row(row % padded_.extent.y, row / padded_.extent.y);
      });
      std::swap(now_, next_);
    }
  }

  void read(Slab slab, std::span<u8> states) override {
    for_runs(slab, [&](Index padded, Index done, Index length) {
      std::memcpy(states.data() + done, now_.data() + padded, length);
    });
  }

  void write(Slab slab, std::span<const u8> states) override {
    for_runs(slab, [&](Index padded, Index done, Index length) {
      std::memcpy(now_.data() + padded, states.data() + done, length);
    });
  }

  std::vector<std::uint64_t> count_states() override {
    const u64 live = sum_over_rows([&](Index y, Index z) {
      u64 in_row = 0;
      const u8* cells = &now_[padded_.at(0, y, z)];
      for (Index x = 0; x < padded_.extent.x; ++x) in_row += cells[x];
      return in_row;
    });
    return {padded_.extent.sites() - live, live};
  }

  Hash hash() override {
    return {sum_over_rows([&](Index y, Index z) {
      u64 in_row = 0;
      const u8* cells = &now_[padded_.at(0, y, z)];
      const Index first = lattice_.canonical({0, y, z});
      for (Index x = 0; x < padded_.extent.x; ++x) in_row += hash_term(0, first + x, cells[x]);
      return in_row;
    })};
  }

 private:
  u64 rows() const { return padded_.extent.y * padded_.extent.z; }

  void step_row(Index y, Index z) {
    constexpr Index block = 512;  // counts stay in the first-level cache
    std::array<u8, block> live{};
    const LifeRule rule = rule_;
    for (Index begin = 0; begin < padded_.extent.x; begin += block) {
      const Index length = std::min(block, padded_.extent.x - begin);
      const u8* cells = now_.data() + padded_.at(begin, y, z);
      u8* next = next_.data() + padded_.at(begin, y, z);
      std::fill_n(live.begin(), length, u8{0});
      for (const std::ptrdiff_t offset : offsets_)
        for (Index x = 0; x < length; ++x)
          live[x] = static_cast<u8>(live[x] + cells[static_cast<std::ptrdiff_t>(x) + offset]);
      for (Index x = 0; x < length; ++x) next[x] = next_state(cells[x], live[x], rule);
    }
  }

  // Sides first, then whole rows, then whole planes: each copy carries along the halo made before it.
  void wrap_halo() {
    const Extent& extent = padded_.extent;
    threads_->for_ranges(extent.z, [&](u64 begin, u64 end) {
      for (u64 z = begin; z < end; ++z) {
        for (Index y = 0; y < extent.y; ++y) {
          u8* row = &now_[padded_.at(0, y, z)];
          row[-1] = row[extent.x - 1];
          row[extent.x] = row[0];
        }
        u8* plane = &now_[padded_.at(0, 0, z)] - padded_.row - 1;
        std::memcpy(plane, plane + extent.y * padded_.row, padded_.row);
        std::memcpy(plane + (extent.y + 1) * padded_.row, plane + padded_.row, padded_.row);
      }
    });
    if (padded_.pad_z == 0) return;
    std::memcpy(now_.data(), now_.data() + extent.z * padded_.plane, padded_.plane);
    std::memcpy(now_.data() + (extent.z + 1) * padded_.plane, now_.data() + padded_.plane, padded_.plane);
  }

  // Calls run(place in the padded array, cells done, length) for each piece of a row that the slab holds.
  template <typename Visit>
  void for_runs(Slab slab, const Visit& visit) {
    for (Index done = 0; done < slab.count;) {
      const Site site = lattice_.site_at(slab.first + done);
      const Index length = std::min(padded_.extent.x - site.x, slab.count - done);
      visit(padded_.at(site.x, site.y, site.z), done, length);
      done += length;
    }
  }

  template <typename RowSum>
  u64 sum_over_rows(const RowSum& row_sum) {
    std::mutex mutex;
    u64 total = 0;
    threads_->for_ranges(rows(), [&](u64 begin, u64 end) {
      u64 part = 0;
      for (u64 row = begin; row < end; ++row) part += row_sum(row % padded_.extent.y, row / padded_.extent.y);
      const std::lock_guard lock(mutex);
      total += part;
    });
    return total;
  }

  Lattice lattice_;
  LifeRule rule_;
  Padded padded_;
  std::vector<std::ptrdiff_t> offsets_;
  std::vector<u8> now_, next_;
  std::shared_ptr<ThreadPool> threads_;
};

}  // namespace

std::uint64_t automaton_cpu_bytes(const Lattice& lattice) { return 2 * Padded(lattice).bytes; }

std::unique_ptr<AutomatonEngine> make_automaton_cpu(const AutomatonSpec& automaton,
                                                    std::shared_ptr<ThreadPool> threads) {
  return std::make_unique<AutomatonCpu>(automaton, std::move(threads));
}

}  // namespace morula
