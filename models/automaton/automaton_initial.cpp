#include "models/automaton/automaton_initial.h"

#include <algorithm>
#include <array>

#include "core/stream.h"

namespace morula {
namespace {

void fill(const BlankStart&, const Lattice&, u64, Slab, std::span<u8> states, ThreadPool&) {
  std::fill(states.begin(), states.end(), u8{0});
}

// One draw serves four consecutive cells.
void fill(const RandomStart& start, const Lattice&, u64 seed, Slab slab, std::span<u8> states,
          ThreadPool& threads) {
  const u32x2 key = stream(seed, Purpose::InitialState);
  const u64 live_below = threshold(start.density);
  const Index first_draw = slab.first / 4, last = slab.first + slab.count;
  threads.for_ranges((last + 3) / 4 - first_draw, [&](u64 begin, u64 end) {
    for (Index where = first_draw + begin; where < first_draw + end; ++where) {
      const u32x4 drawn = draw(key, where, 0, 0);
      const std::array<u32, 4> words = {drawn.x, drawn.y, drawn.z, drawn.w};
      for (Index cell = std::max(where * 4, slab.first); cell < std::min(where * 4 + 4, last); ++cell)
        states[cell - slab.first] = words[cell % 4] < live_below ? 1 : 0;
    }
  });
}

void fill(const CellsStart& start, const Lattice& lattice, u64, Slab slab, std::span<u8> states,
          ThreadPool&) {
  std::fill(states.begin(), states.end(), u8{0});
  for (const Site& site : start.live) {
    const Index cell = lattice.index_of(site);
    if (cell >= slab.first && cell - slab.first < slab.count) states[cell - slab.first] = 1;
  }
}

void fill(const PatternStart& start, const Lattice& lattice, u64, Slab slab, std::span<u8> states,
          ThreadPool&) {
  std::fill(states.begin(), states.end(), u8{0});
  for (const Run& run : start.pattern.runs) {
    const Index first = lattice.index_of({start.at.x + run.x, start.at.y + run.y, start.at.z});
    const Index begin = std::max(first, slab.first),
                end = std::min(first + run.length, slab.first + slab.count);
    for (Index cell = begin; cell < end; ++cell) states[cell - slab.first] = run.state;
  }
}

}  // namespace

void fill_initial(const AutomatonSpec& automaton, u64 seed, Slab slab, std::span<u8> states,
                  ThreadPool& threads) {
  std::visit([&](const auto& start) { fill(start, automaton.lattice, seed, slab, states, threads); },
             automaton.initial);
}

}  // namespace morula
