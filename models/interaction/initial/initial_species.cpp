#include "models/interaction/initial/initial_species.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>

#include "core/shuffle.h"
#include "core/stream.h"
#include "models/sites/formula_states.h"

namespace morula {
namespace {

// The shuffled sites are dealt out in the order of the states: the first counts[0] are empty, and so on.
// Returns the end of the sites of each state except the last. Further ends that no place reaches make their
// number one less than a power of two.
std::vector<u64> ends_of(const std::vector<u64>& counts) {
  std::vector<u64> ends(counts.size());
  std::partial_sum(counts.begin(), counts.end(), ends.begin());
  ends.resize(std::bit_ceil(counts.size()) - 1, std::numeric_limits<u64>::max());
  return ends;
}

// The state of a place is the number of ends at or before it. Bisection finds it for many places side by
// side.
void deal(const Shuffle& shuffle, const std::vector<u64>& ends, Index first, std::span<u8> states) {
  constexpr std::size_t lanes = 1024;
  std::array<u64, lanes> places{}, found{};
  for (std::size_t done = 0; done < states.size(); done += lanes) {
    const std::size_t count = std::min(lanes, states.size() - done);
    shuffle.from(first + done, std::span(places).first(count));
    found.fill(0);
    for (u64 step = (ends.size() + 1) / 2; step > 0; step /= 2)
      for (std::size_t i = 0; i < lanes; ++i) found[i] += places[i] >= ends[found[i] + step - 1] ? step : 0;
    for (std::size_t i = 0; i < count; ++i) states[done + i] = static_cast<u8>(found[i]);
  }
}

}  // namespace

void fill_initial_species(const InitialSpecies& start, const Lattice& lattice, u64 seed, u64 replica,
                          Slab slab, std::span<u8> states, ThreadPool& threads) {
  if (start.volume) {
    std::ranges::copy(start.volume->at(slab), states.begin());
    return;
  }
  const u32x2 key = stream(seed, Purpose::InitialState, replica);
  if (start.formula) return fill_by_formula(*start.formula, lattice, key, slab, states, threads);
  const std::vector<u64> ends = ends_of(start.counts);
  const Shuffle shuffle(key, lattice.global.sites());
  threads.for_ranges(slab.count, [&](u64 begin, u64 end) {
    deal(shuffle, ends, slab.first + begin, states.subspan(begin, end - begin));
  });
}

}  // namespace morula
