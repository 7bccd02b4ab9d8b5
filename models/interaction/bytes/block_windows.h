// The sites of 32 blocks in one row, as bytes: where they lie in the row itself or, at its ends and for the
// blocks of a comb, as a copy that is put back.
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
// row. In refined phases these are the sites of all blocks from which the comb takes its own.
struct WindowPlace {
  i64 first;
  u32 count, side;  // side: of a block
  i64 length;
  bool periodic;
  std::optional<CombInRow> comb = {};

  // Do the blocks lie in the row itself, one beside the other?
  bool is_whole() const {
    return !comb && count == side * blocks_in_word && first >= 0 && first + count <= length;
  }
  // The site of the row, or -1 beyond a wall.
  i64 site(u32 i) const {
    const i64 at = first + i;
    if (at >= 0 && at < length) return at;
    return !periodic ? -1 : at < 0 ? at + length : at - length;
  }
};

// Where the row lies beyond a wall it is null, and its sites are empty.
void open_window(const WindowPlace& place, u8* row, Window& window);
void close_window(const WindowPlace& place, u8* row, const Window& window);

// For each of the columns of sites of the blocks, a mask of those blocks whose site lies inside.
using ColumnsInside = std::array<std::array<u8, blocks_in_word>, 3>;
ColumnsInside columns_inside(const WindowPlace& place);

}  // namespace morula
