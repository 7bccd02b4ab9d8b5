// The rule of cycle_rule.h on long stretches of bit planes, for engines that are compiled before the rule is
// known. Decisions about the rule are made once for a stretch, so that the loops over its vectors have no
// branches.
#pragma once

#include <array>
#include <utility>

#include "models/automaton/bitplane/threads/neighbour_sums.h"

namespace morula {

// The planes of a stretch of cells.
template <typename Word>
struct CellPlanes {
  Word* words;
  Index next_plane;
};

template <unsigned planes>
class RuntimeRule {
 public:
  RuntimeRule(const CycleRule& cycle, unsigned states)
      : cycle_(cycle),
        active_(range(1, cycle.active)),
        moving_(range(1, cycle.last_state > 0 ? cycle.last_state - 1 : 0)),
        returning_(cycle.last_state > 0 ? range(cycle.last_state, cycle.last_state) : range(1, 0)),
        home_(everywhere(cycle.home, planes, bits{})) {
    for (u32 state = 0; state < states; ++state) add_state(state, exciting_counts(cycle, state));
  }

  // Is a cell active exactly if its only digit is set?
  bool active_is_the_plane() const { return planes == 1 && cycle_.active >= 1; }
  void find_active(CellPlanes<const u64> cells, Index words, u64* active) const {
    if (active_is_the_plane())
      copy_words(cells.words, words, active);
    else
      find_in(active_, cells, words, active);
  }

  // Steps this many words of cells. The counts of active cells include the cell itself.
  template <unsigned digits>
  void step(CellPlanes<const u64> now, DigitPlanes<const u64, digits> counts, Index words,
            CellPlanes<u64> next) {
    if (is_dead_or_live()) {
      find_excited_by_life(now.words, counts, words, next.words);
      return;
    }
    listening_.resize(words);
    excited_.assign(words, 0);
    for (unsigned i = 0; i < ranges_; ++i) {
      find_in(of_range_[i].states, now, words, listening_.data());
      const u32 turns = turns_of(of_range_[i].on);
      for (u32 count = 0; count < 32; ++count)
        if ((turns >> count) & 1)
          turn_over<Listening::These, digits>[count](counts, listening_.data(), words, excited_.data());
    }
    move_on(now, words, next);
  }

 private:
  struct StateRange {
    States from, to;
  };
  // Neighbouring states that are excited by the same counts.
  struct ExcitableRange {
    u32 from, to, on;
    StateRange states;
  };
  // Which cells an inversion concerns: those in an array, those not in it, or all.
  enum class Listening { These, Others, All };
  // State 0, the active states and the others, cut at the four ends of two triggers.
  static constexpr unsigned most_ranges = 7;

  static StateRange range(u32 from, u32 to) {
    return {everywhere(from, planes, bits{}), everywhere(to, planes, bits{})};
  }
  static bits is_within(const StateRange& range, const States& states) {
    return states_within(states, planes, range.from, range.to);
  }
  static States states_at(CellPlanes<const u64> cells, Index at) {
    States states;
    for (unsigned plane = 0; plane < planes; ++plane)
      states.plane[plane] = load(cells.words + plane * cells.next_plane + at);
    return states;
  }
  static void find_in(StateRange range, CellPlanes<const u64> cells, Index words, u64* which) {
    for (Index at = 0; at < words; at += vector_words)
      store(which + at, is_within(range, states_at(cells, at)));
  }

  // Two states whose live cells are active and die unless they are excited: the excited cells are the live
  // cells of the next step.
  bool is_dead_or_live() const {
    return planes == 1 && cycle_.active == 1 && cycle_.last_state == 1 && cycle_.home == 0;
  }

  template <unsigned digits>
  void find_excited_by_life(const u64* live, DigitPlanes<const u64, digits> counts, Index words,
                            u64* excited) const {
    const u32 born = turns_of(exciting_counts(cycle_, 0)), survive = turns_of(exciting_counts(cycle_, 1));
    std::memset(excited, 0, words * sizeof(u64));
    for (u32 count = 0; count < 32; ++count) {
      const bool dead_turn = (born >> count) & 1, live_turn = (survive >> count) & 1;
      if (dead_turn && live_turn) turn_over<Listening::All, digits>[count](counts, live, words, excited);
      if (dead_turn && !live_turn) turn_over<Listening::Others, digits>[count](counts, live, words, excited);
      if (!dead_turn && live_turn) turn_over<Listening::These, digits>[count](counts, live, words, excited);
    }
  }

  void move_on(CellPlanes<const u64> now, Index words, CellPlanes<u64> next) const {
    const StateRange moving = moving_, returning = returning_;
    const States home = home_;
    const u64* excited = excited_.data();
    for (Index at = 0; at < words; at += vector_words) {
      const States states = states_at(now, at);
      const States stepped = advance(states, planes, home, is_within(moving, states),
                                     is_within(returning, states), load(excited + at));
      for (unsigned plane = 0; plane < planes; ++plane)
        store(next.words + plane * next.next_plane + at, stepped.plane[plane]);
    }
  }

  // For each count at which these cells begin or cease to be excited: a function that inverts `excited` from
  // that count on.
  template <Listening listening, unsigned digits, u32 count>
  static void turn_over_from(DigitPlanes<const u64, digits> counts, const u64* which, Index words,
                             u64* excited) {
    for (Index at = 0; at < words; at += vector_words) {
      bits turned = counts_from(counts.at(at), count);
      if constexpr (listening == Listening::These) turned &= load(which + at);
      if constexpr (listening == Listening::Others) turned &= ~load(which + at);
      store(excited + at, load(excited + at) ^ turned);
    }
  }
  template <unsigned digits>
  using TurnOver = void (*)(DigitPlanes<const u64, digits>, const u64*, Index, u64*);
  template <Listening listening, unsigned digits>
  static constexpr auto turn_over = []<u32... count>(std::integer_sequence<u32, count...>) {
    return std::array<TurnOver<digits>, 32>{turn_over_from<listening, digits, count>...};
  }
  (std::make_integer_sequence<u32, 32>());
  static u32 turns_of(u32 counts) { return counts ^ (counts << 1); }

  static u32 exciting_counts(const CycleRule& cycle, u32 state) {
    u32 on = 0;
    for (const Trigger& trigger : {cycle.first, cycle.second})
      if (state >= trigger.from && state <= trigger.to) on |= trigger.on;
    return state >= 1 && state <= cycle.active ? on << 1 : on;
  }

  void add_state(u32 state, u32 on) {
    if (on == 0) return;
    ExcitableRange* before = ranges_ > 0 ? &of_range_[ranges_ - 1] : nullptr;
    if (before && before->to + 1 == state && before->on == on)
      *before = {before->from, state, on, range(before->from, state)};
    else
      of_range_[ranges_++] = {state, state, on, range(state, state)};
  }

  CycleRule cycle_;
  StateRange active_, moving_, returning_;
  States home_;
  std::array<ExcitableRange, most_ranges> of_range_{};
  unsigned ranges_ = 0;
  std::vector<u64> listening_, excited_;
};

}  // namespace morula
