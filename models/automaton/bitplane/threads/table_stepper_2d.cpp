// Steps of a rule that is a table of squares. A rule is a function of nine bits, and the bits come in whole
// vectors: first some functions of the three cells in the middle row, then for each of the 64 states of the
// rows above and below the one that applies, chosen by a tree of selections.
#include <algorithm>
#include <array>

#include "models/automaton/bitplane/threads/stepper_2d.h"

namespace morula {
namespace {

struct ThreeCells {
  bits left, cell, right;
};

ThreeCells three_cells(const u64* words) {
  const bits cell = load(words);
  return {(cell + cell) + (load(words - 1) >> (word_bits - 1)), cell,
          (load(words + 1) << (word_bits - 1)) + (cell >> 1)};
}

// The functions of one bit and of two, by number: bit b of the number is the answer where the bits are b.
using FunctionsOfTwo = std::array<bits, 16>;

FunctionsOfTwo functions_of(bits low, bits high) {
  const std::array<bits, 4> of_one = {low & ~low, ~low, low, low | ~low};
  FunctionsOfTwo all;
  for (unsigned number = 0; number < all.size(); ++number)
    all[number] = select_bits(high, of_one[number >> 2], of_one[number & 3]);
  return all;
}

// Which of the functions in memory applies, by `levels` bits of which the first decides between neighbours.
template <unsigned levels>
[[gnu::always_inline]] inline bits chosen(const bits* functions, const u8* places, const bits* deciding) {
  if constexpr (levels == 0) {
    return functions[places[0]];
  } else {
    constexpr unsigned half = 1u << (levels - 1);
    const bits no = chosen<levels - 1>(functions, places, deciding);
    const bits yes = chosen<levels - 1>(functions, places + half, deciding);
    return select_bits(deciding[levels - 1], yes, no);
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
  }

 private:
  struct Halves {
    u8 if_dead, if_live;  // functions of left and right
  };
  // With more functions of three cells than this it is quicker to begin with those of two.
  static constexpr std::size_t most_of_three = 24;

  // The function of the middle row: bits left, right, cell of its index, where the others are `around`.
  static u8 function_around(const SquareTable& table, unsigned around) {
    u8 function = 0;
    for (unsigned row = 0; row < 8; ++row) {
      const unsigned left = row & 1, right = row >> 1 & 1, cell = row >> 2;
      const unsigned square = (around & 7) | left << 3 | cell << 4 | right << 5 | (around >> 3) << 6;
      if (table[square]) function = static_cast<u8>(function | 1u << row);
    }
    return function;
  }

  void step_rows(Index first, Index last) override {
    const Index next_row = now_.stride();
    for (Index at = 0; at < next_row; at += vector_words)
      for (Index row = first; row < last; ++row) {
        const u64* words = now_.row(row) + at;
        store(next_.row(row) + at,
              next_cells(three_cells(words - next_row), three_cells(words), three_cells(words + next_row)));
      }
  }

  bits next_cells(const ThreeCells& above, const ThreeCells& here, const ThreeCells& below) const {
    const FunctionsOfTwo of_two = functions_of(here.left, here.right);
    const bits deciding[] = {here.cell,  above.left, above.cell, above.right,
                             below.left, below.cell, below.right};
    if (needed_.size() > most_of_three) return chosen<7>(of_two.data(), of_two_.data(), deciding);
    std::array<bits, most_of_three> of_three;
    for (std::size_t i = 0; i < needed_.size(); ++i)
      of_three[i] = select_bits(here.cell, of_two[needed_[i].if_live], of_two[needed_[i].if_dead]);
    return chosen<6>(of_three.data(), of_three_.data(), deciding + 1);
  }

  std::vector<Halves> needed_;     // the functions of three cells that occur
  std::array<u8, 64> of_three_{};  // the place of each among them
  std::array<u8, 128> of_two_{};
};

}  // namespace

std::unique_ptr<BlockStepper> make_table_stepper_2d(const AutomatonSpec& automaton) {
  return std::make_unique<TableStepper2d>(automaton);
}

}  // namespace morula
