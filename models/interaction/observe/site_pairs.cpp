#include "models/interaction/observe/site_pairs.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <mutex>

namespace morula {
namespace {

typedef u8 ByteLanes __attribute__((vector_size(sizeof(bits))));

ByteLanes load(const u8* from) {
  ByteLanes bytes;
  std::memcpy(&bytes, from, sizeof bytes);
  return bytes;
}

// Each lane keeps its own count as long as it fits in a byte.
u64 differing(const u8* a, const u8* b, Index count) {
  u64 sum = 0;
  Index i = 0;
  while (count - i >= sizeof(ByteLanes)) {
    const Index last = i + std::min<Index>((count - i) / sizeof(ByteLanes), 255) * sizeof(ByteLanes);
    ByteLanes lanes = {};
    // A comparison that is true gives -1.
    for (; i < last; i += sizeof(ByteLanes)) lanes -= load(a + i) != load(b + i);
    for (std::size_t lane = 0; lane < sizeof(ByteLanes); ++lane) sum += lanes[lane];
  }
  for (; i < count; ++i) sum += a[i] != b[i];
  return sum;
}

Boundary boundary_of(const Lattice& lattice, Axis axis) {
  const Boundaries& of = lattice.boundary;
  return axis == Axis::X ? of.x : axis == Axis::Y ? of.y : of.z;
}

class Pairing {
 public:
  Pairing(std::span<const u8> states, const Lattice& lattice, Axis axis)
      : states_(states.data()),
        extent_(lattice.global),
        axis_(axis),
        periodic_(boundary_of(lattice, axis) == Boundary::Periodic) {}

  Index rows() const { return extent_.y * extent_.z; }

  SitePairs of_row(Index row, Index apart) const {
    return axis_ == Axis::X ? within(row, apart) : between(row, apart);
  }

 private:
  const u8* at(Index row) const { return states_ + row * extent_.x; }

  SitePairs within(Index row, Index apart) const {
    const u8* const sites = at(row);
    const Index inside = extent_.x - apart;
    SitePairs pairs{inside, differing(sites, sites + apart, inside)};
    if (periodic_) {
      pairs.compared += apart;
      pairs.differing += differing(sites + inside, sites, apart);
    }
    return pairs;
  }

  SitePairs between(Index row, Index apart) const {
    const Index side = axis_ == Axis::Y ? extent_.y : extent_.z;
    const Index stride = axis_ == Axis::Y ? 1 : extent_.y;  // distance of neighbours along the axis, in rows
    const Index place = row / stride % side;
    if (place + apart >= side && !periodic_) return {};
    const Index partner = row - place * stride + (place + apart) % side * stride;
    return {extent_.x, differing(at(row), at(partner), extent_.x)};
  }

  const u8* states_;
  Extent extent_;
  Axis axis_;
  bool periodic_;
};

}  // namespace

std::vector<SitePairs> site_pairs(std::span<const u8> states, const Lattice& lattice, Axis axis, Index from,
                                  Index distances, ThreadPool& threads) {
  assert(states.size() == lattice.global.sites() && lattice.is_whole());
  const Pairing pairing(states, lattice, axis);
  std::vector<SitePairs> sums(distances);
  std::mutex adding;
  threads.for_ranges(pairing.rows(), [&](Index begin, Index end) {
    std::vector<SitePairs> of_range(distances);
    for (Index row = begin; row < end; ++row)  // all distances are counted while the row is in the cache
      for (Index i = 0; i < distances; ++i) {
        const SitePairs pairs = pairing.of_row(row, from + i);
        of_range[i].compared += pairs.compared;
        of_range[i].differing += pairs.differing;
      }
    const std::lock_guard lock(adding);
    for (Index i = 0; i < distances; ++i) {
      sums[i].compared += of_range[i].compared;
      sums[i].differing += of_range[i].differing;
    }
  });
  return sums;
}

}  // namespace morula
