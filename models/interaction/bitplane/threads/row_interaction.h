// One phase on a row of blocks, a vector of blocks at a time: loads the sites, applies the rule of
// bitplane_rule.h and stores them.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "models/interaction/bitplane/threads/bitplane_rows.h"
#include "models/interaction/bitplane/threads/block_decisions.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

// Masks for each axis and each side of a block: the blocks whose sites at that side lie inside the walls.
using SidesInside = std::array<std::array<const bits*, 2>, 3>;

// The sites of a row of blocks. site[s] points to the row of bits of plane 0, with s numbered as in Blocks.
// The rows of the other planes follow at a distance of twice the number of vectors in a row.
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
  // Handles vectors `begin` to `end` - 1 of a row. The decisions of the first of them begin at word `first`.
  virtual void interact(const BlockRow& row, u64 begin, u64 end, const BlockDecisions& decisions,
                        u64 first) const = 0;
};

// For a row at some offset along x, the blocks whose left site and whose right site lies inside the walls.
struct InsideRow {
  std::vector<bits> left, right;
};
// An InsideRow for each of the two offsets; empty if every site is inside. If the row is periodic with an odd
// number of sites, the bit of the idle site belongs to no block.
std::vector<InsideRow> rows_inside(const InteractionSpec& interaction, u64 vectors);

// Makes code that is specialised for the number of planes and of dimensions, the variant of the rule, and the
// rates and preys of a model whose rows have `vectors` vectors.
std::unique_ptr<RowInteraction> make_row_interaction(const InteractionSpec& interaction, u64 vectors);

}  // namespace morula
