#include "models/automaton/initial/random_states.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace morula {
namespace {

static_assert(std::endian::native == std::endian::little, "four states are stored as one word");

// Many draws are made side by side, with each of their words in an array of its own. Compilers turn this
// layout into vector instructions, which they cannot do for draws made one after the other.
constexpr std::size_t lanes = 256;
using Words = std::array<u32, lanes>;

struct Draws {
  Words x, y, z, w;
};

inline void round_of(Draws& draws, u32x2 key) {
  for (std::size_t i = 0; i < lanes; ++i) {
    const u32x4 next = philox_round({draws.x[i], draws.y[i], draws.z[i], draws.w[i]}, key);
    draws.x[i] = next.x;
    draws.y[i] = next.y;
    draws.z[i] = next.z;
    draws.w[i] = next.w;
  }
}

// The results of draw() of draw.h at time 0, for the sites from `where` on. A test checks that both agree.
inline Draws draws_from(u32x2 key, u64 where) {
  Draws draws{};
  for (std::size_t i = 0; i < lanes; ++i) {
    draws.x[i] = static_cast<u32>(where + i);
    draws.y[i] = static_cast<u32>((where + i) >> 32);
  }
  for (int round = 0; round < 10; ++round) {
    round_of(draws, key);
    key = philox_next_key(key);
  }
  return draws;
}

// Goes through the entries from last to first, so that the first matching entry decides.
inline void choose(const Words& words, const std::vector<StateUpTo>& table, unsigned shift, Words& quads) {
  Words states{};
  for (auto entry = table.rbegin(); entry != table.rend(); ++entry) {
    const u32 largest_word = entry->largest_word, state = entry->state;
    for (std::size_t i = 0; i < lanes; ++i) states[i] = words[i] <= largest_word ? state : states[i];
  }
  for (std::size_t i = 0; i < lanes; ++i) quads[i] |= states[i] << shift;
}

// The states of 4 * lanes cells.
Words quads_from(u32x2 key, const std::vector<StateUpTo>& table, u64 where) {
  const Draws draws = draws_from(key, where);
  Words quads{};
  choose(draws.x, table, 0, quads);
  choose(draws.y, table, 8, quads);
  choose(draws.z, table, 16, quads);
  choose(draws.w, table, 24, quads);
  return quads;
}

}  // namespace

std::vector<StateUpTo> cumulative(const std::vector<Fraction>& fractions) {
  std::vector<StateUpTo> table;
  double sum = 0;
  u64 before = 0;
  for (const Fraction& fraction : fractions) {
    sum += fraction.probability;
    const u64 below = threshold(std::min(sum, 1.0));
    if (below > before) table.push_back({static_cast<u32>(below - 1), fraction.state});
    before = below;
  }
  return table;
}

void draw_states(u32x2 key, const std::vector<StateUpTo>& table, Index first, std::span<u8> states) {
  constexpr Index block = 4 * lanes;
  for (Index done = 0; done < states.size();) {
    const Index cell = first + done, before = cell % 4;
    const Index count = std::min(block - before, states.size() - done);
    const Words quads = quads_from(key, table, cell / 4);
    std::memcpy(states.data() + done, reinterpret_cast<const u8*>(quads.data()) + before, count);
    done += count;
  }
}

}  // namespace morula
