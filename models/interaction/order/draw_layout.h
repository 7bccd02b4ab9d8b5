// What the words of a draw decide in the parallel order: see README.md. Word w is word w mod 4 of the draw
// whose `which` is w div 4.
#pragma once

#include <vector>

#include "core/draw.h"
#include "models/interaction/interaction_spec.h"
#include "models/interaction/rates/rate_table.h"

namespace morula {

constexpr unsigned most_words = 3 + 32 + 32;

struct DrawPlan {
  explicit DrawPlan(const InteractionSpec& interaction);

  unsigned way_first() const { return actor_words; }
  unsigned action_first() const { return actor_words + ways.digits; }
  unsigned words() const { return action_first() + action_digits; }

  unsigned actor_words;                     // one for each bit of the actor's place in its block
  Chooser ways;                             // among `across` or `displacements`
  unsigned action_digits;                   // of the number that chooses the action
  std::vector<u32> across;                  // in blocks: |δ| as bits, x lowest
  std::vector<Displacement> displacements;  // of actors that stand alone
};

}  // namespace morula
