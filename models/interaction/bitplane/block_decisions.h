// What is drawn for many words of 32 blocks, side by side: block b of a word takes bit b. See README.md for
// what the words of a draw decide; block_decisions_kernels.h is the same for a device.
#pragma once

#include <array>

#include "core/many_draws.h"
#include "models/interaction/bitplane/bitplane_rule.h"
#include "models/interaction/bitplane/unaligned_vectors.h"
#include "models/interaction/order/draw_layout.h"

namespace morula {

constexpr u64 most_words_decided = 256;

struct WordDecisions {
  // One group more than is asked for, since whole groups are drawn, and a vector to read beyond the last.
  using Words = std::array<u32, most_words_decided + draws_at_once + words_in_vector>;
  alignas(sizeof(bits)) Words actor_x, actor_y, across_x, across_y, move, reproduce, prey;
};

// How the numbers that are drawn decide.
struct Deciders {
  Deciders(const DrawPlan& plan, const Thresholds& rates);

  unsigned way_digits;     // 2 for 8 neighbours, 1 for 4
  unsigned action_digits;  // no more than the rates have
  Thresholds below;
};

// Those of words `where` and after it.
void decide_words(u32x2 key, u64 where, u64 when, u64 count, const Deciders& deciders,
                  WordDecisions& decisions);

}  // namespace morula
