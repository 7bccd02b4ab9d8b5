// Steps of a rule that is a table of squares: a function of nine bits, each of which comes as a vector of
// cells. For each of the 64 states of the rows above and below, the rule is a function of the three cells in
// the middle row. These functions are computed first; a tree of selections then chooses the one that applies.
#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "models/automaton/bitplane/threads/stepper_2d.h"

namespace morula {
namespace {

// Two vectors where vectors are short: one look-up then serves both.
constexpr std::size_t wide_bytes = std::max<std::size_t>(sizeof(bits), 32);
typedef u64 Wide __attribute__((vector_size(wide_bytes)));
constexpr Index wide_words = wide_bytes / sizeof(u64);

Wide load_wide(const u64* words) {
  Wide value;
  std::memcpy(&value, words, sizeof value);
  return value;
}

Wide selected(const Wide& which, const Wide& one, const Wide& other) {
  return other ^ (which & (one ^ other));
}

struct ThreeCells {
  Wide left, cell, right;
};

ThreeCells three_cells(const u64* words) {
  const Wide cell = load_wide(words);
  return {(cell + cell) + (load_wide(words - 1) >> (word_bits - 1)), cell,
          (load_wide(words + 1) << (word_bits - 1)) + (cell >> 1)};
}

// All functions of two bits. Bit b of a function's number is its value where the two bits are b.
using FunctionsOfTwo = std::array<Wide, 16>;

FunctionsOfTwo functions_of(const Wide& low, const Wide& high) {
  constexpr Wide no{};
  const std::array<Wide, 4> of_one = {no, ~low, low, ~no};
  FunctionsOfTwo all;
  for (unsigned number = 0; number < all.size(); ++number)
    all[number] = selected(high, of_one[number >> 2], of_one[number & 3]);
  return all;
}

// The function that applies, chosen by `levels` bits. `places` says which function belongs to each of their
// states; the first bit decides between neighbouring entries.
template <unsigned levels>
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
    u8 if_dead, if_live;  // the functions of left and right that apply if the middle cell is dead or live
  };
  // With more functions of three cells than this, choosing among functions of two cells is faster.
  static constexpr std::size_t most_of_three = 24;

  // The function of the middle row if the cells above and below are `around`. The index of its bits is made
  // of left, right and cell.
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
    if (needed_.size() > most_of_three)
      walk_rows(first, last,
                [this](const ThreeCells& above, const ThreeCells& here, const ThreeCells& below) {
                  return chosen_of_two(above, here, below);
                });
    else
      walk_rows(first, last,
                [this](const ThreeCells& above, const ThreeCells& here, const ThreeCells& below) {
                  return chosen_of_three(above, here, below);
                });
  }

  template <typename Next>
  void walk_rows(Index first, Index last, const Next& next_cells) {
    const Index next_row = now_.stride();
    for (Index begin = 0; begin < next_row; begin += wide_words) {
      const Index at = std::min(begin, next_row - wide_words);  // the last words may be computed twice
      ThreeCells above = three_cells(now_.row(first - 1) + at), here = three_cells(now_.row(first) + at);
      for (Index row = first; row < last; ++row) {
        const ThreeCells below = three_cells(now_.row(row + 1) + at);
        const Wide stepped = next_cells(above, here, below);
        std::memcpy(next_.row(row) + at, &stepped, sizeof stepped);
        above = here;
        here = below;
      }
    }
  }

  [[gnu::always_inline]] Wide chosen_of_two(const ThreeCells& above, const ThreeCells& here,
                                            const ThreeCells& below) const {
    const FunctionsOfTwo of_two = functions_of(here.left, here.right);
    const Wide deciding[] = {here.cell,  above.left, above.cell, above.right,
                             below.left, below.cell, below.right};
    return chosen<7>(of_two.data(), of_two_.data(), deciding);
  }

  [[gnu::always_inline]] Wide chosen_of_three(const ThreeCells& above, const ThreeCells& here,
                                              const ThreeCells& below) const {
    const FunctionsOfTwo of_two = functions_of(here.left, here.right);
    const Wide deciding[] = {above.left, above.cell, above.right, below.left, below.cell, below.right};
    std::array<Wide, most_of_three> of_three;
    for (std::size_t i = 0; i < needed_.size(); ++i)
      of_three[i] = selected(here.cell, of_two[needed_[i].if_live], of_two[needed_[i].if_dead]);
    return chosen<6>(of_three.data(), of_three_.data(), deciding);
  }

  std::vector<Halves> needed_;     // the functions of three cells that occur
  std::array<u8, 64> of_three_{};  // by the state of the rows above and below: a place in needed_
  std::array<u8, 128> of_two_{};   // by that and the middle cell: a function of left and right
};

}  // namespace

std::unique_ptr<BlockStepper> make_table_stepper_2d(const AutomatonSpec& automaton) {
  return std::make_unique<TableStepper2d>(automaton);
}

}  // namespace morula
