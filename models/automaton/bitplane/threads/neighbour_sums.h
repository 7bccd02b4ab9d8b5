// The number of active cells in and around each cell of a block, summed over rows and planes.
#pragma once

#include "models/automaton/bitplane/threads/cache_block.h"

namespace morula {

// The cells of a plane that count: the 3 x 3 square around a cell, the cross of five, or the cell alone.
enum class Part { Square, Cross, Centre };

struct RowOfThree {
  bits cell;
  Digits2 sum;  // of the cell and its neighbours to the left and right
};

// The left and right neighbours are the same bits shifted by one, across words. The additions below never
// carry: they replace OR, since a processor can shift and add in one instruction.
inline RowOfThree row_of_three(const u64* words) {
  const bits cell = load(words);
  const bits left = (cell + cell) + (load(words - 1) >> (word_bits - 1));
  const bits right = (load(words + 1) << (word_bits - 1)) + (cell >> 1);
  return {cell, add_cells(left, cell, right)};
}

template <Part part>
inline Digits4 plane_sum(const RowOfThree& above, const RowOfThree& middle, const RowOfThree& below) {
  constexpr bits none{};
  if constexpr (part == Part::Square) return add_rows(above.sum, middle.sum, below.sum);
  if constexpr (part == Part::Cross) return add_cross(above.cell, middle.sum, below.cell);
  return {middle.cell, none, none, none};
}

// Vectors that lie side by side in the same row.
template <unsigned columns>
using RowsOfThree = std::array<RowOfThree, columns>;

template <unsigned columns>
[[gnu::always_inline]] inline RowsOfThree<columns> rows_of_three(const u64* words) {
  RowsOfThree<columns> rows;
  UNROLL for (unsigned i = 0; i < columns; ++i) rows[i] = row_of_three(words + i * vector_words);
  return rows;
}

// Goes down the rows first … last - 1 for several columns of vectors side by side. It takes two rows at a
// time, since their sums have terms in common. For each column it calls visit(row, offset of the column in
// words, the rows row - 1, row, row + 1 and row + 2, two). The visitor computes `row` and, if `two` is set,
// also the row below it.
template <unsigned columns, typename Visit>
[[gnu::always_inline]] inline void walk_down(const u64* active, Index next_row, Index first, Index last,
                                             const Visit& visit) {
  const u64* words = active + (first - 1) * next_row;
  RowsOfThree<columns> above = rows_of_three<columns>(words),
                       middle = rows_of_three<columns>(words + next_row);
  words += 2 * next_row;
  Index row = first;
  for (; row + 1 < last; row += 2, words += 2 * next_row) {
    const RowsOfThree<columns> below = rows_of_three<columns>(words),
                               far_below = rows_of_three<columns>(words + next_row);
    UNROLL for (unsigned i = 0; i < columns; ++i)
        visit(row, i * vector_words, above[i], middle[i], below[i], far_below[i], true);
    above = below;
    middle = far_below;
  }
  if (row < last) {
    const RowsOfThree<columns> below = rows_of_three<columns>(words);
    UNROLL for (unsigned i = 0; i < columns; ++i)
        visit(row, i * vector_words, above[i], middle[i], below[i], below[i], false);
  }
}

// Counts for a stretch of cells, with each binary digit stored separately.
template <typename Word, unsigned digits>
struct DigitPlanes {
  Word* words;
  Index next_digit;

  bits digit(unsigned i, Index at) const { return i < digits ? load(words + i * next_digit + at) : bits{}; }
  Digits5 at(Index at) const {
    return {digit(0, at), digit(1, at), digit(2, at), digit(3, at), digit(4, at)};
  }
  void set(Index at, const Digits5& sum) const {
    const bits of_digit[] = {sum.ones, sum.twos, sum.fours, sum.eights, sum.sixteens};
    for (unsigned i = 0; i < digits; ++i) store(words + i * next_digit + at, of_digit[i]);
  }
};

// The sums of a plane or of a part of it.
template <Part part>
class PlaneSums {
 public:
  static constexpr unsigned digits = part == Part::Square ? 4 : part == Part::Cross ? 3 : 1;

  void reserve(Index words) {
    length_ = words;
    words_.resize(words * digits);
  }
  DigitPlanes<u64, digits> counts() { return {words_.data(), length_}; }
  DigitPlanes<const u64, digits> counts() const { return {words_.data(), length_}; }

 private:
  Index length_ = 0;
  std::vector<u64> words_;
};

}  // namespace morula
