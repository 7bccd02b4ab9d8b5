// A rule that is known only when the program runs, made ready for sliced cells.
#pragma once

#include <array>

#include "models/automaton/sliced_window.h"

namespace morula {

template <unsigned planes>
[[gnu::always_inline]] inline States load_states(const WindowRows& cells, Index row, Index at) {
  States states;
  for (unsigned plane = 0; plane < planes; ++plane) states.plane[plane] = load(cells.row(row, plane) + at);
  return states;
}
template <unsigned planes>
[[gnu::always_inline]] inline void store_states(const States& states, WindowRows& cells, Index row,
                                                Index at) {
  for (unsigned plane = 0; plane < planes; ++plane) store(cells.row(row, plane) + at, states.plane[plane]);
}

class SlicedExcitation {
 public:
  SlicedExcitation(const CycleRule& cycle, unsigned states) : cycle_(cycle) {
    for (u32 state = 0; state < states; ++state) add_state(state, exciting_counts(cycle, state));
    for (u32 count = 0; count < 32; ++count) add_turn(count);
  }

  // Two vectors of cells at once, so that what the processor must decide about the rule is decided half as
  // often.
  template <unsigned planes>
  [[gnu::always_inline]] inline void next(States& one, States& other, const Digits5& sum_one,
                                          const Digits5& sum_other) const {
    std::array<bits, most_ranges> listening_one, listening_other;
    for (unsigned range = 0; range < ranges_; ++range) {
      const auto [from, to, on] = of_range_[range];
      listening_one[range] = states_between(one, planes, from, to);
      listening_other[range] = states_between(other, planes, from, to);
    }
    bits excited_one{}, excited_other{};
    for (unsigned turn = 0; turn < turns_; ++turn) {
      const bits reached_one = counts_from(sum_one, of_turn_[turn].count),
                 reached_other = counts_from(sum_other, of_turn_[turn].count);
      for (u32 ranges = of_turn_[turn].ranges, range = 0; ranges; ranges >>= 1, ++range)
        if (ranges & 1) {
          excited_one ^= reached_one & listening_one[range];
          excited_other ^= reached_other & listening_other[range];
        }
    }
    one = next_states(one, planes, cycle_, excited_one);
    other = next_states(other, planes, cycle_, excited_other);
  }

  // Fills rows first … last of `active` with the cells that are active.
  template <unsigned planes>
  void note_active(const WindowRows& cells, Index columns, Index first, Index last,
                   WindowRows& active) const {
    for (Index row = first; row < last; ++row)
      for (Index at = 0; at < columns * vector_words; at += vector_words)
        store(active.row(row) + at, active_cells(load_states<planes>(cells, row, at), planes, cycle_));
  }

 private:
  // Neighbouring states that the same counts excite; counts include the cell itself.
  struct Range {
    u32 from, to, on;
  };
  // A count at which ranges begin or cease to be excited.
  struct Turn {
    u32 count, ranges;
  };
  // State 0, the active ones and the others, cut at the four ends of two triggers.
  static constexpr unsigned most_ranges = 7;

  static u32 exciting_counts(const CycleRule& cycle, u32 state) {
    u32 on = 0;
    for (const Trigger& trigger : {cycle.first, cycle.second})
      if (state >= trigger.from && state <= trigger.to) on |= trigger.on;
    return state >= 1 && state <= cycle.active ? on << 1 : on;
  }

  void add_state(u32 state, u32 on) {
    if (on == 0) return;
    if (ranges_ > 0 && of_range_[ranges_ - 1].to + 1 == state && of_range_[ranges_ - 1].on == on)
      of_range_[ranges_ - 1].to = state;
    else
      of_range_[ranges_++] = {state, state, on};
  }

  void add_turn(u32 count) {
    u32 ranges = 0;
    for (unsigned range = 0; range < ranges_; ++range)
      ranges |= (((of_range_[range].on ^ (of_range_[range].on << 1)) >> count) & 1) << range;
    if (ranges) of_turn_[turns_++] = {count, ranges};
  }

  CycleRule cycle_;
  std::array<Range, most_ranges> of_range_{};
  std::array<Turn, 32> of_turn_{};
  unsigned ranges_ = 0, turns_ = 0;
};

}  // namespace morula
