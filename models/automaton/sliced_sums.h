// Active cells in and around each cell of a window, summed over rows and planes.
#pragma once

#include "models/automaton/sliced_window.h"

namespace morula {

// How much of a plane counts: the whole square around a cell, the cross, or the cell alone.
enum class Part { Square, Cross, Middle };

struct RowOfThree {
  bits cell;
  Digits2 sum;  // with the cells left and right of it
};

// Those are bits of the same words, shifted by one across words. Nothing is carried by these additions: they
// let a processor shift and add at once.
inline RowOfThree row_of_three(const u64* words) {
  const bits cell = load(words);
  const bits left = (cell + cell) + (load(words - 1) >> (word_bits - 1));
  const bits right = (load(words + 1) << (word_bits - 1)) + (cell >> 1);
  return {cell, add_cells(left, cell, right)};
}

template <Part part>
inline Digits4 plane_sum(const RowOfThree& above, const RowOfThree& here, const RowOfThree& below) {
  constexpr bits none{};
  if constexpr (part == Part::Square) return add_rows(above.sum, here.sum, below.sum);
  if constexpr (part == Part::Cross) return add_cross(above.cell, here.sum, below.cell);
  return {here.cell, none, none, none};
}

// Goes down the rows first … last of a column of vectors, two rows at a time: visit(row, rows of cells that
// are summed here: one above, those to visit, one below). `visit` gets the rows from row - 1 to row + 2, and
// whether the second is to be visited too.
template <typename Visit>
[[gnu::always_inline]] inline void walk_down(const u64* active, Index next_row, Index first, Index last,
                                             const Visit& visit) {
  const u64* words = active + (first - 1) * next_row;
  RowOfThree above = row_of_three(words), here = row_of_three(words + next_row);
  words += 2 * next_row;
  Index row = first;
  for (; row + 1 < last; row += 2, words += 2 * next_row) {
    const RowOfThree below = row_of_three(words), far_below = row_of_three(words + next_row);
    visit(row, above, here, below, far_below, true);
    above = below;
    here = far_below;
  }
  if (row < last) {
    const RowOfThree below = row_of_three(words);
    visit(row, above, here, below, below, false);
  }
}

}  // namespace morula
