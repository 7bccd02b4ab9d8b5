// Steps a rule that is a table of squares: a function of nine bits, each of which comes as a vector of cells.
// For each of the 64 states of the rows above and below, the rule is a function of the three cells in the
// middle row. These functions are computed first; a tree of selections then picks the one that applies.
#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "models/automaton/bitplane/threads/stepper_2d.h"

namespace morula {
namespace {

template <std::size_t bytes>
struct VectorOf {
  typedef u64 type __attribute__((vector_size(bytes)));
};
using One = VectorOf<sizeof(bits)>::type;
// Two vectors together where vectors are short, so that one look-up serves both. Rules that need few look-ups
// are faster with one vector, because its intermediate results stay in registers.
using Two = VectorOf<std::max<std::size_t>(sizeof(bits), 32)>::type;

template <typename Wide>
Wide load_wide(const u64* words) {
  Wide value;
  std::memcpy(&value, words, sizeof value);
  return value;
}

template <typename Wide>
Wide selected(const Wide& which, const Wide& chosen, const Wide& other) {
  return other ^ (which & (chosen ^ other));
}

template <typename Wide>
struct ThreeCells {
  Wide left, cell, right;
};

template <typename Wide>
ThreeCells<Wide> three_cells(const u64* words) {
  const auto cell = load_wide<Wide>(words);
  return {(cell + cell) + (load_wide<Wide>(words - 1) >> (word_bits - 1)), cell,
          (load_wide<Wide>(words + 1) << (word_bits - 1)) + (cell >> 1)};
}

// All functions of two bits. Bit b of a function's number is its value if the two bits are b.
template <typename Wide>
using FunctionsOfTwo = std::array<Wide, 16>;

template <typename Wide>
FunctionsOfTwo<Wide> functions_of(const Wide& low, const Wide& high) {
  constexpr Wide no{};
  const std::array<Wide, 4> of_one = {no, ~low, low, ~no};
  FunctionsOfTwo<Wide> functions;
  for (unsigned number = 0; number < functions.size(); ++number)
    functions[number] = selected(high, of_one[number >> 2], of_one[number & 3]);
  return functions;
}

// Selects the function that applies, by `levels` bits. `places` tells which function belongs to each
// combination of these bits; the first bit decides between adjacent entries.
template <unsigned levels, typename Wide>
[[gnu::always_inline]] inline Wide chosen(const Wide* functions, const u8* places, const Wide* deciding) {
  if constexpr (levels == 0) {
    return functions[places[0]];
  } else {
    constexpr unsigned half = 1u << (levels - 1);
    const Wide no = chosen<levels - 1>(functions, places, deciding);
    const Wide yes = chosen<levels - 1>(functions, places + half, deciding);
    return selected(deciding[levels - 1], yes, no);
  }
}

// The rows above and below, swapped where the first cell that differs is live below.
template <typename Wide>
struct OrderedRows {
  std::array<Wide, 3> above, below;  // left, cell, right
};

template <typename Wide>
[[gnu::always_inline]] inline OrderedRows<Wide> ordered(const ThreeCells<Wide>& above,
                                                        const ThreeCells<Wide>& below) {
  const Wide left_differs = above.left ^ below.left, differs = above.cell ^ below.cell,
             right_differs = above.right ^ below.right;
  const Wide exchange = selected(left_differs, below.left, selected(differs, below.cell, below.right));
  const Wide cells = differs & exchange, rights = right_differs & exchange;
  return {{above.left | below.left, above.cell ^ cells, above.right ^ rights},
          {above.left & below.left, below.cell ^ cells, below.right ^ rights}};
}

// The same as chosen(), for the combinations that ordered rows can have: 36 instead of 64. Up to the first
// column that differs, no cell is live only below; `differ` tells that an earlier column differs. `places`
// lists the combinations of each column in the order neither, above, below, both.
template <unsigned column, bool differ, typename Wide>
[[gnu::always_inline]] inline Wide chosen_in_order(const Wide* functions, const u8*& places,
                                                   const OrderedRows<Wide>& rows) {
  if constexpr (column == 3) {
    return functions[*places++];
  } else {
    const Wide neither = chosen_in_order<column + 1, differ>(functions, places, rows);
    const Wide above = chosen_in_order<column + 1, true>(functions, places, rows);
    const Wide not_below = selected(rows.above[column], above, neither);
    if constexpr (differ) {
      const Wide below = chosen_in_order<column + 1, true>(functions, places, rows);
      const Wide both = chosen_in_order<column + 1, true>(functions, places, rows);
      return selected(rows.below[column], selected(rows.above[column], both, below), not_below);
    } else {
      const Wide both = chosen_in_order<column + 1, false>(functions, places, rows);
      return selected(rows.below[column], both, not_below);
    }
  }
}

class TableStepper2d final : public Stepper2d {
 public:
  explicit TableStepper2d(const AutomatonSpec& automaton) : Stepper2d(automaton, 1) {
    std::vector<u8> numbers;
    for (unsigned around = 0; around < 64; ++around) {
      const u8 number = function_around(*automaton.table, around);
      auto found = std::ranges::find(numbers, number);
      if (found == numbers.end()) found = numbers.insert(found, number);
      of_three_[around] = static_cast<u8>(found - numbers.begin());
      of_two_[2 * around] = static_cast<u8>(number & 15);
      of_two_[2 * around + 1] = static_cast<u8>(number >> 4);
    }
    for (const u8 number : numbers)
      needed_.push_back({static_cast<u8>(number & 15), static_cast<u8>(number >> 4)});
    list_in_order(0, false, 0);
    is_mirrored_ = true;
    for (unsigned around = 0; around < 64; ++around)
      is_mirrored_ &= of_three_[around] == of_three_[around >> 3 | (around & 7) << 3];
  }

 private:
  struct Halves {
    u8 if_dead, if_live;  // the functions of left and right that apply if the middle cell is dead or live
  };
  // If the rule needs more functions of three cells than this, selecting among functions of two cells is
  // faster.
  static constexpr std::size_t most_of_three = 24;

  // The function of the middle row if the cells above and below are `around`. The bits left, right and cell
  // index its values.
  static u8 function_around(const SquareTable& table, unsigned around) {
    u8 function = 0;
    for (unsigned row = 0; row < 8; ++row) {
      const unsigned left = row & 1, right = row >> 1 & 1, cell = row >> 2;
      const unsigned square = (around & 7) | left << 3 | cell << 4 | right << 5 | (around >> 3) << 6;
      if (table[square]) function = static_cast<u8>(function | 1u << row);
    }
    return function;
  }

  // Makes the list that chosen_in_order() goes through.
  void list_in_order(unsigned column, bool differ, unsigned around) {
    if (column == 3) return in_order_.push_back(of_three_[around]);
    const unsigned above = 1u << column, below = above << 3;
    list_in_order(column + 1, differ, around);
    list_in_order(column + 1, true, around | above);
    if (differ) list_in_order(column + 1, true, around | below);
    list_in_order(column + 1, differ, around | above | below);
  }

  void step_rows(Index first, Index last) override {
    if (needed_.size() > most_of_three)
      walk_rows<Two>(first, last, [this](const auto& above, const auto& middle, const auto& below) {
        return chosen_of_two(above, middle, below);
      });
    else if (is_mirrored_)
      walk_rows<One>(first, last, [this](const auto& above, const auto& middle, const auto& below) {
        return chosen_of_mirrored(above, middle, below);
      });
    else
      walk_rows<Two>(first, last, [this](const auto& above, const auto& middle, const auto& below) {
        return chosen_of_three(above, middle, below);
      });
  }

  template <typename Wide, typename Next>
  void walk_rows(Index first, Index last, const Next& next_cells) {
    constexpr Index wide_words = sizeof(Wide) / sizeof(u64);
    const Index next_row = now_.stride();
    for (Index begin = 0; begin < next_row; begin += wide_words) {
      const Index at = std::min(begin, next_row - wide_words);  // the last words may be computed twice
      auto above = three_cells<Wide>(now_.row(first - 1) + at),
           middle = three_cells<Wide>(now_.row(first) + at);
      for (Index row = first; row < last; ++row) {
        const auto below = three_cells<Wide>(now_.row(row + 1) + at);
        const Wide stepped = next_cells(above, middle, below);
        std::memcpy(next_.row(row) + at, &stepped, sizeof stepped);
        above = middle;
        middle = below;
      }
    }
  }

  template <typename Wide>
  [[gnu::always_inline]] Wide chosen_of_two(const ThreeCells<Wide>& above, const ThreeCells<Wide>& middle,
                                            const ThreeCells<Wide>& below) const {
    const FunctionsOfTwo<Wide> of_two = functions_of(middle.left, middle.right);
    const Wide deciding[] = {middle.cell, above.left, above.cell, above.right,
                             below.left,  below.cell, below.right};
    return chosen<7>(of_two.data(), of_two_.data(), deciding);
  }

  template <typename Wide>
  using FunctionsOfThree = std::array<Wide, most_of_three>;

  template <typename Wide>
  [[gnu::always_inline]] FunctionsOfThree<Wide> functions_of_three(const ThreeCells<Wide>& middle) const {
    const FunctionsOfTwo<Wide> of_two = functions_of(middle.left, middle.right);
    FunctionsOfThree<Wide> of_three;
    for (std::size_t i = 0; i < needed_.size(); ++i)
      of_three[i] = selected(middle.cell, of_two[needed_[i].if_live], of_two[needed_[i].if_dead]);
    return of_three;
  }

  template <typename Wide>
  [[gnu::always_inline]] Wide chosen_of_three(const ThreeCells<Wide>& above, const ThreeCells<Wide>& middle,
                                              const ThreeCells<Wide>& below) const {
    const FunctionsOfThree<Wide> of_three = functions_of_three(middle);
    const Wide deciding[] = {above.left, above.cell, above.right, below.left, below.cell, below.right};
    return chosen<6>(of_three.data(), of_three_.data(), deciding);
  }

  template <typename Wide>
  [[gnu::always_inline]] Wide chosen_of_mirrored(const ThreeCells<Wide>& above,
                                                 const ThreeCells<Wide>& middle,
                                                 const ThreeCells<Wide>& below) const {
    const FunctionsOfThree<Wide> of_three = functions_of_three(middle);
    const u8* places = in_order_.data();
    return chosen_in_order<0, false>(of_three.data(), places, ordered(above, below));
  }

  std::vector<Halves> needed_;     // the functions of three cells that occur
  std::array<u8, 64> of_three_{};  // by the state of the rows above and below: an index into needed_
  std::array<u8, 128> of_two_{};   // by that state and the middle cell: a function of left and right
  // The rows above and below may be swapped, as in every rule with Hensel's letters.
  bool is_mirrored_ = false;
  std::vector<u8> in_order_;  // of_three_ for the states that ordered rows can have
};

}  // namespace

std::unique_ptr<BlockStepper> make_table_stepper_2d(const AutomatonSpec& automaton) {
  return std::make_unique<TableStepper2d>(automaton);
}

}  // namespace morula
