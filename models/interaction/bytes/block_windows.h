// A window on the sites of 32 blocks in one row, as bytes. It is part of the row itself or, at the ends of
// the row and for the blocks of a comb, a copy that is written back.
#pragma once

#include <array>
#include <optional>

#include "core/dialect.h"
#include "models/interaction/order/block_order.h"

namespace morula {

constexpr u32 blocks_in_word = 32;
constexpr u32 longest_window = 3 * blocks_in_word;  // sites

struct Window {
  std::array<u8, longest_window> copy;
  u8* sites;  // in the row, or in the copy
};

struct CombInRow {
  u32 first, spacing;  // in blocks
};

// The blocks cover `count` sites of a row, beginning with site `first`. Some may lie beyond the ends of the
// row. In refined phases these are the sites of all blocks among which those of the comb lie.
struct WindowPlace {
  i64 first;
  u32 count, side;  // side: of a block
  i64 length;
  bool periodic;
  std::optional<CombInRow> comb = {};

  // Do the blocks lie side by side in the row itself?
  bool is_whole() const {
    return !comb && count == side * blocks_in_word && first >= 0 && first + count <= length;
  }
  // The number of a site in the row, or -1 beyond a wall.
  i64 site(u32 i) const {
    const i64 at = first + i;
    if (at >= 0 && at < length) return at;
    return !periodic ? -1 : at < 0 ? at + length : at - length;
  }
};

// `row` is null if it lies beyond a wall; its sites are then empty.
void open_window(const WindowPlace& place, u8* row, Window& window);
void close_window(const WindowPlace& place, u8* row, const Window& window);

// For each column of sites in the blocks, a mask of the blocks whose site in that column lies inside.
using ColumnsInside = std::array<std::array<u8, blocks_in_word>, 3>;
ColumnsInside columns_inside(const WindowPlace& place);

}  // namespace morula
