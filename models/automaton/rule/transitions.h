// A rule as tables, the form that the plain engines compute. Every rule has this form.
#pragma once

#include <bit>
#include <vector>

#include "models/automaton/automaton_rule.h"
#include "models/automaton/rule/cycle_rule.h"

namespace morula {

class Transitions {
 public:
  Transitions() = default;
  explicit Transitions(u64 largest_sum)
      : largest_sum_(largest_sum), words_per_row_(largest_sum / 32 + 1), rows_(words_per_row_) {}

  // Adds a row and returns its number. The sums for which `excites` is true excite.
  template <typename Excites>
  u8 add_row(const Excites& excites) {
    const u64 row = rows_.size() / words_per_row_;
    rows_.resize(rows_.size() + words_per_row_);
    for (u64 sum = 0; sum <= largest_sum_; ++sum)
      if (excites(sum)) rows_[row * words_per_row_ + sum / 32] |= u32{1} << sum % 32;
    return static_cast<u8>(row);
  }
  void add_state(Transition transition) { of_state_.push_back(transition); }

  unsigned states() const { return static_cast<unsigned>(of_state_.size()); }
  // Number of bit planes of a lattice: the binary digits of the largest state.
  unsigned planes() const { return static_cast<unsigned>(std::bit_width(of_state_.size() - 1)); }
  const Transition& of(u8 state) const { return of_state_[state]; }
  const std::vector<Transition>& all() const { return of_state_; }
  u64 words_per_row() const { return words_per_row_; }
  const std::vector<u32>& rows() const { return rows_; }
  bool excites(u8 row, u32 sum) const { return (rows_[row * words_per_row_ + sum / 32] >> sum % 32) & 1; }

 private:
  u64 largest_sum_ = 0, words_per_row_ = 1;
  std::vector<u32> rows_ = {0};
  std::vector<Transition> of_state_;
};

// The tables of a cycle with `states` states. States above last_state are inert.
Transitions transitions_of(const CycleRule& rule, unsigned states, u64 largest_sum);

}  // namespace morula
