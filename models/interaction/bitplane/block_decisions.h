// Draws the decisions of many words of 32 blocks at once; block b of a word takes bit b. README.md, "Draws",
// says what each word decides. block_decisions_kernels.h does the same on a device.
#pragma once

#include <array>

#include "core/many_draws.h"
#include "models/interaction/bitplane/bitplane_rule.h"
#include "models/interaction/bitplane/unaligned_vectors.h"
#include "models/interaction/order/draw_layout.h"

namespace morula {

constexpr u64 most_words_decided = 256;

struct BlockDecisions {
  // Longer than is asked for: whole groups of draws are made, and a vector may be loaded beyond the last.
  using Words = std::array<u32, most_words_decided + draws_at_once + words_in_vector>;
  alignas(sizeof(bits)) Words actor_x, actor_y, across_x, across_y, move, reproduce, prey;
};

// The thresholds that random numbers are compared with, and how many of their digits matter.
struct DecisionThresholds {
  DecisionThresholds(const DrawLayout& layout, const Thresholds& rates);

  unsigned partner_digits;  // 2 for 8 neighbours, 1 for 4
  unsigned action_digits;   // no more than the rates have
  Thresholds below;
};

// The decisions of words `where`, `where` + 1, …
void draw_decisions(u32x2 key, u64 where, u64 when, u64 count, const DecisionThresholds& thresholds,
                    BlockDecisions& decisions);

}  // namespace morula
