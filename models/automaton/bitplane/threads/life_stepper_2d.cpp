// Life (B3/S23), in fewer operations than the stepper for all rules needs.
#include "models/automaton/bitplane/threads/neighbour_sums.h"
#include "models/automaton/bitplane/threads/stepper_2d.h"

namespace morula {
namespace {

// Number of columns of vectors that are computed together: while the additions of one column wait for each
// other, those of the next proceed. Two columns need more registers than the sixteen of most x86 processors.
#if defined(__aarch64__)
constexpr unsigned side_by_side = 2;
#else
constexpr unsigned side_by_side = 1;
#endif

class LifeStepper2d final : public Stepper2d {
 public:
  explicit LifeStepper2d(const AutomatonSpec& automaton) : Stepper2d(automaton, 1) {}

 private:
  void step_rows(Index first, Index last) override {
    Index at = words_.begin;
    for (; at + side_by_side * vector_words <= words_.end; at += side_by_side * vector_words)
      step_columns<side_by_side>(at, first, last);
    for (; at < words_.end; at += vector_words) step_columns<1>(at, first, last);
  }

  // The two rows that a visit computes both begin with `middle` + `below`, so that the compiler adds them
  // once.
  template <unsigned columns>
  void step_columns(Index at, Index first, Index last) {
    const Index next_row = now_.stride();
    u64* const to = next_.row(0) + at;
    walk_down<columns>(now_.row(0) + at, next_row, first, last,
                       [=](Index row, Index column, const RowOfThree& above, const RowOfThree& middle,
                           const RowOfThree& below, const RowOfThree& far_below, bool two) {
                         u64* const cells = to + row * next_row + column;
                         store(cells, next_life(middle.cell, middle.sum, below.sum, above.sum));
                         if (two)
                           store(cells + next_row,
                                 next_life(below.cell, middle.sum, below.sum, far_below.sum));
                       });
  }
};

}  // namespace

bool is_life(const AutomatonSpec& automaton) {
  const CycleRule& cycle = *automaton.cycle;
  return automaton.neighbourhood.reach == 2 && automaton.transitions.states() == 2 && cycle.active == 1 &&
         cycle.last_state == 1 && cycle.home == 0 && cycle.first.from == 0 && cycle.first.to == 0 &&
         cycle.first.on == 1 << 3 && cycle.second.from == 1 && cycle.second.to == 1 &&
         cycle.second.on == (1 << 2 | 1 << 3);
}

std::unique_ptr<BlockStepper> make_life_stepper_2d(const AutomatonSpec& automaton) {
  return std::make_unique<LifeStepper2d>(automaton);
}

}  // namespace morula
