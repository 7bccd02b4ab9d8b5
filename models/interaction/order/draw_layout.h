// The decisions made by each word of a draw in the parallel order: see README.md, "Draws". Word w is word w
// mod 4 of the draw whose `which` is w div 4.
#pragma once

#include <vector>

#include "core/draw.h"
#include "models/interaction/interaction_spec.h"
#include "models/interaction/rates/action_thresholds.h"

namespace morula {

constexpr unsigned most_draw_words = 3 + 32 + 1 + 32;

struct DrawLayout {
  explicit DrawLayout(const InteractionSpec& interaction);

  unsigned partner_first() const { return actor_words; }
  unsigned comb_first() const { return actor_words + partner.digits; }
  unsigned action_first() const { return comb_first() + comb_words; }
  unsigned words() const { return action_first() + action_digits; }

  unsigned actor_words;                  // one for each bit of the actor's place in its block
  DiscreteChoice partner;                // choice among `across` or `displacements`
  unsigned comb_words;                   // 1 in refined phases: a number that chooses the acting comb
  unsigned action_digits;                // digits of the number that chooses the action
  std::vector<u32> across;               // in blocks of two sites a side: see BlockPartner
  std::vector<Neighbour> displacements;  // in blocks of three sites a side
};

}  // namespace morula
