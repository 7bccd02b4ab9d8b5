// One phase on a row of blocks, a vector of blocks at a time: loads, the rule of bitplane_rule.h, stores.
#pragma once

#include <array>
#include <memory>

#include "models/interaction/bitplane/bitplane_rows.h"
#include "models/interaction/bitplane/block_decisions.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

// The sites of a row of blocks: site[s] points to the row of bits of plane 0, s as in Blocks. The rows of the
// other planes follow, two times the vectors of a row apart.
struct BlockRow {
  std::array<bits*, MOST_SITES> site;
  std::array<bool, 2> has_y = {true, true}, has_z = {true, true};  // false beyond a wall
  u32 offset_x = 0;
};

class RowInteraction {
 public:
  virtual ~RowInteraction() = default;
  // Vectors `begin` to `end` - 1 of a row; word `first` of the decisions is that of the first of them.
  virtual void interact(const BlockRow& row, u64 begin, u64 end, const BlockDecisions& decisions,
                        u64 first) const = 0;
};

// Specialised for the number of planes and of dimensions, the variant of the rule and the rates and preys of
// a model whose rows have `vectors` vectors.
std::unique_ptr<RowInteraction> make_row_interaction(const InteractionSpec& interaction, u64 vectors);

}  // namespace morula
