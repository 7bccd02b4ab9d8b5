// One phase on a row of blocks, a vector of blocks at a time: loads, the rule of bitplane_rule.h, stores.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "models/interaction/bitplane/threads/bitplane_rows.h"
#include "models/interaction/bitplane/threads/block_decisions.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

// For each axis and side of a block, the blocks whose sites at that side lie inside the walls.
using SidesInside = std::array<std::array<const bits*, 2>, 3>;

// The sites of a row of blocks: site[s] points to the row of bits of plane 0, s as in Blocks. The rows of the
// other planes follow, two times the vectors of a row apart.
struct BlockRow {
  std::array<bits*, MOST_SITES> site;
  std::array<bool, 2> has_y = {true, true}, has_z = {true, true};  // false beyond a wall
  u32 offset_x = 0;
  // Set for packed combs, which may come from different rows; has_y and has_z are then unused.
  const SidesInside* combs = nullptr;
};

class RowInteraction {
 public:
  virtual ~RowInteraction() = default;
  // Vectors `begin` to `end` - 1 of a row; word `first` of the decisions is that of the first of them.
  virtual void interact(const BlockRow& row, u64 begin, u64 end, const BlockDecisions& decisions,
                        u64 first) const = 0;
};

// The blocks of a row, at an offset along x, whose left or right sites lie inside the walls.
struct InsideRow {
  std::vector<bits> left, right;
};
// One for each of the two offsets; empty if every site is inside. If the row is periodic and has an odd
// number of sites, the idle site has a bit that belongs to no block.
std::vector<InsideRow> rows_inside(const InteractionSpec& interaction, u64 vectors);

// Specialised for the number of planes and of dimensions, the variant of the rule and the rates and preys of
// a model whose rows have `vectors` vectors.
std::unique_ptr<RowInteraction> make_row_interaction(const InteractionSpec& interaction, u64 vectors);

}  // namespace morula
