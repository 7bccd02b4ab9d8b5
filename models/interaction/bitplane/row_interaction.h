// One phase on a row of blocks, a vector of them at a time: the rule of bitplane_rule.h between loads
// and stores.
#pragma once

#include <array>
#include <memory>

#include "models/interaction/bitplane/bitplane_rows.h"
#include "models/interaction/bitplane/block_decisions.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

// Where the sites of a row of blocks lie: site[s][plane] is a row of bits, s as in Blocks.
struct BlockRow {
  std::array<std::array<bits*, MOST_PLANES>, 4> site;
  bool top = true, bottom = true;  // false beyond a wall
  u32 offset_x = 0;
};

class RowInteraction {
 public:
  virtual ~RowInteraction() = default;
  // Vectors begin … end of a row; their first word is word `first` of the decisions.
  virtual void interact(const BlockRow& row, u64 begin, u64 end, const WordDecisions& decisions,
                        u64 first) const = 0;
};

// Made for the model's number of planes, its choices and who preys on whom; rows have so many vectors.
std::unique_ptr<RowInteraction> make_row_interaction(const InteractionSpec& interaction, u64 vectors);

}  // namespace morula
