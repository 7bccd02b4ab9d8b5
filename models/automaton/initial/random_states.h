// Random states, drawn independently for each cell: word i mod 4 of the draw at i div 4 decides cell i.
#pragma once

#include <span>
#include <vector>

#include "core/lattice.h"
#include "core/stream.h"

namespace morula {

// A cell gets `state` if its word is at most `largest_word` and above that of every earlier entry.
struct StateUpTo {
  u32 largest_word = 0;
  u8 state = 0;
  friend bool operator==(const StateUpTo&, const StateUpTo&) = default;
};

struct Fraction {
  u8 state = 1;
  double probability = 0;
};

// Cumulative thresholds in the order of `fractions`. The remaining words mean state 0. States that never
// occur are left out.
std::vector<StateUpTo> cumulative(const std::vector<Fraction>& fractions);

// Writes the states of consecutive cells; `first` is the canonical index of the first.
void draw_states(u32x2 key, const std::vector<StateUpTo>& table, Index first, std::span<u8> states);

}  // namespace morula
