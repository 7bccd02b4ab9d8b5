#include "models/automaton/initial/initial_states.h"

#include <algorithm>

#include "models/sites/formula_states.h"

namespace morula {
namespace {

// The part of a range of consecutive cells that lies in the slab.
struct Cut {
  Index begin, end;  // canonical indices; empty if begin >= end
};

Cut cut(Index first, Index count, const Slab& slab) {
  return {std::max(first, slab.first), std::min(first + count, slab.first + slab.count)};
}

void draw_rows(const RandomFill& start, const Lattice& lattice, u32x2 key, Slab slab, std::span<u8> states,
               ThreadPool& threads) {
  const Index width = lattice.global.x, first_row = slab.first / width;
  const Index rows = (slab.first + slab.count - 1) / width + 1 - first_row;
  const auto inside = [](Index at, Index first, Index count) { return at >= first && at - first < count; };
  const Box& box = start.box;
  threads.for_ranges(rows, [&](u64 begin, u64 end) {
    for (Index row = first_row + begin; row < first_row + end; ++row) {
      const Site site = lattice.site_at(row * width);
      if (!inside(site.y, box.first.y, box.extent.y) || !inside(site.z, box.first.z, box.extent.z)) continue;
      const auto [from, to] = cut(row * width + box.first.x, box.extent.x, slab);
      if (from < to) draw_states(key, start.states, from, states.subspan(from - slab.first, to - from));
    }
  });
}

void fill_random(const RandomFill& start, const Lattice& lattice, u32x2 key, Slab slab, std::span<u8> states,
                 ThreadPool& threads) {
  if (start.box.extent != lattice.global) return draw_rows(start, lattice, key, slab, states, threads);
  threads.for_ranges(slab.count, [&](u64 begin, u64 end) {
    draw_states(key, start.states, slab.first + begin, states.subspan(begin, end - begin));
  });
}

void place(const PlacedCells& start, const Lattice& lattice, const Slab& slab, std::span<u8> states) {
  for (const PlacedCells::Cell& cell : start.cells) {
    const auto [begin, end] = cut(lattice.index_of(cell.at), 1, slab);
    if (begin < end) states[begin - slab.first] = cell.state;
  }
}

void place(const PlacedPattern& start, const Lattice& lattice, const Slab& slab, std::span<u8> states) {
  for (const Run& run : start.pattern.runs) {
    const Index first = lattice.index_of({start.at.x + run.x, start.at.y + run.y, start.at.z});
    const auto [begin, end] = cut(first, run.length, slab);
    for (Index cell = begin; cell < end; ++cell) states[cell - slab.first] = run.state;
  }
}

void place_row(std::span<const u8> row, Index first, const Slab& slab, std::span<u8> states) {
  const auto [begin, end] = cut(first, row.size(), slab);
  for (Index cell = begin; cell < end; ++cell)
    if (const u8 state = row[cell - first]; state != 0) states[cell - slab.first] = state;
}

void place(const PlacedVolume& start, const Lattice& lattice, const Slab& slab, std::span<u8> states) {
  const Extent& extent = start.volume->extent;
  const Index first_plane = lattice.site_at(slab.first).z,
              last_plane = lattice.site_at(slab.first + slab.count - 1).z;
  for (Index z = 0; z < extent.z; ++z) {
    if (start.at.z + z < first_plane || start.at.z + z > last_plane) continue;
    for (Index y = 0; y < extent.y; ++y) {
      const Index first = lattice.index_of({start.at.x, start.at.y + y, start.at.z + z});
      const auto [begin, end] = cut(first, extent.x, slab);
      if (begin < end)  // the slab need not contain the other rows
        place_row(start.volume->at({(z * extent.y + y) * extent.x, extent.x}), first, slab, states);
    }
  }
}

}  // namespace

void fill_initial(const InitialSpec& initial, const Lattice& lattice, u32x2 key, Slab slab,
                  std::span<u8> states, ThreadPool& threads) {
  std::ranges::fill(states, u8{0});
  if (slab.count == 0) return;
  if (initial.formula) fill_by_formula(*initial.formula, lattice, key, slab, states, threads);
  if (initial.random) fill_random(*initial.random, lattice, key, slab, states, threads);
  for (const Placed& placed : initial.placed)
    std::visit([&](const auto& start) { place(start, lattice, slab, states); }, placed);
}

}  // namespace morula
