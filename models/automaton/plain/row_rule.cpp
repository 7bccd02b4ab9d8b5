#include "models/automaton/plain/row_rule.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <optional>
#include <vector>

#include "models/automaton/plain/row_sums.h"

namespace morula {
namespace {

// For any rule: a table look-up for each cell.
template <typename Sum>
class TableRule final : public RowRule {
 public:
  TableRule(NeighbourColumns neighbours, u64 largest_sum, const Transitions& transitions)
      : neighbours_(std::move(neighbours)) {
    const u64 rows = transitions.rows().size() / transitions.words_per_row();
    for (u64 row = 0; row < rows; ++row)
      for (u64 sum = 0; sum <= largest_sum; ++sum)
        excites_.push_back(transitions.excites(static_cast<u8>(row), static_cast<u32>(sum)));
    for (unsigned state = 0; state < transitions.states(); ++state) {
      const Transition& transition = transitions.of(static_cast<u8>(state));
      const auto next = [&](u8 to) {
        return Next{to, transitions.of(to).flags & ACTIVE ? is_active : u8{0}};
      };
      next_.push_back({next(transition.unexcited), next(transition.excited)});
      first_of_row_.push_back(static_cast<u32>(transition.row * (largest_sum + 1)));
    }
  }

  void step(const u8* active, u64 count, u8* cells, u8* active_next) const override {
    RowSums<Sum> adder;
    for (u64 begin = 0; begin < count; begin += adder.cells) {
      const u64 cell_count = std::min<u64>(adder.cells, count - begin);
      const Sum* const sums = adder.add_up(neighbours_, active + begin, cell_count);
      for (u64 x = 0; x < cell_count; ++x) {
        const u8 state = cells[begin + x];
        const Next next = next_[state][excites_[first_of_row_[state] + sums[x]]];
        cells[begin + x] = next.state;
        active_next[begin + x] = next.active;
      }
    }
  }

 private:
  struct Next {
    u8 state, active;
  };

  NeighbourColumns neighbours_;
  std::vector<u8> excites_;  // by row and sum
  std::vector<u32> first_of_row_;
  std::vector<std::array<Next, 2>> next_;
};

// The least sum that excites, if every larger sum does too; otherwise nothing.
std::optional<u64> threshold_of(const Transitions& transitions, u8 row, u64 largest_sum) {
  u64 sum = 0;
  while (sum <= largest_sum && !transitions.excites(row, static_cast<u32>(sum))) ++sum;
  const u64 threshold = sum;
  for (; sum <= largest_sum; ++sum)
    if (!transitions.excites(row, static_cast<u32>(sum))) return std::nullopt;
  return threshold;
}

typedef u8 Sixteen __attribute__((vector_size(16)));

// A table of 16 * chunks bytes, which looks up sixteen states at a time.
template <unsigned chunks>
class ByteTable {
 public:
  void set(unsigned state, u8 value) { parts_[state / 16][state % 16] = value; }
  Sixteen at(Sixteen states) const {
    Sixteen found{};
    for (unsigned chunk = 0; chunk < chunks; ++chunk) {
      const Sixteen place = states ^ static_cast<u8>(16 * chunk);
      const Sixteen value = __builtin_shuffle(parts_[chunk], place & u8{15});
      found |= chunks == 1 ? value : value & reinterpret_cast<Sixteen>(place < u8{16});
    }
    return found;
  }

 private:
  std::array<Sixteen, chunks> parts_{};
};

// For rules in which every state has a threshold, as in tissue, and whose sums fit into a byte.
template <unsigned chunks>
class ThresholdRule final : public RowRule {
 public:
  static constexpr u64 most_states = 16 * chunks, largest_sum = 254;

  ThresholdRule(NeighbourColumns neighbours, const std::vector<u64>& thresholds,
                const Transitions& transitions)
      : neighbours_(std::move(neighbours)) {
    for (unsigned state = 0; state < transitions.states(); ++state) {
      const Transition& transition = transitions.of(static_cast<u8>(state));
      threshold_.set(state, static_cast<u8>(thresholds[transition.row]));
      excited_.set(state, transition.excited);
      unexcited_.set(state, transition.unexcited);
      active_.set(state, transition.flags & ACTIVE ? is_active : u8{0});
    }
  }

  void step(const u8* active, u64 count, u8* cells, u8* active_next) const override {
    RowSums<u8> adder;
    for (u64 begin = 0; begin < count; begin += adder.cells) {
      const u64 cell_count = std::min<u64>(adder.cells, count - begin);
      const u8* const sums = adder.add_up(neighbours_, active + begin, cell_count);
      u64 x = 0;
      for (; x + 16 <= cell_count; x += 16)
        step_some<16>(sums + x, cells + begin + x, active_next + begin + x);
      for (; x < cell_count; ++x) step_some<1>(sums + x, cells + begin + x, active_next + begin + x);
    }
  }

 private:
  template <unsigned number>
  void step_some(const u8* sums, u8* cells, u8* active_next) const {
    Sixteen sum{}, state{};
    std::memcpy(&sum, sums, number);
    std::memcpy(&state, cells, number);
    const auto excited = reinterpret_cast<Sixteen>(sum >= threshold_.at(state));
    const Sixteen unexcited = unexcited_.at(state),
                  next = unexcited ^ (excited & (unexcited ^ excited_.at(state)));
    const Sixteen active = active_.at(next);
    std::memcpy(cells, &next, number);
    std::memcpy(active_next, &active, number);
  }

  NeighbourColumns neighbours_;
  ByteTable<chunks> threshold_, excited_, unexcited_, active_;
};

// The threshold of each row; nothing if some row is not a threshold. Row 0 excites nothing.
std::optional<std::vector<u64>> thresholds_of(const Transitions& transitions, u64 largest_sum) {
  std::vector<u64> thresholds;
  for (u64 row = 0; row < transitions.rows().size() / transitions.words_per_row(); ++row) {
    const auto threshold = threshold_of(transitions, static_cast<u8>(row), largest_sum);
    if (!threshold) return std::nullopt;
    thresholds.push_back(*threshold);
  }
  return thresholds;
}

}  // namespace

std::unique_ptr<RowRule> make_row_rule(const Neighbourhood& neighbourhood, const ActiveStrides& strides,
                                       const Transitions& transitions) {
  NeighbourColumns neighbours(neighbourhood, strides);
  const u64 largest_sum = neighbourhood.largest_sum();
  const auto thresholds = thresholds_of(transitions, largest_sum);
  const bool fits = thresholds && largest_sum <= ThresholdRule<1>::largest_sum;
  if (fits && transitions.states() <= ThresholdRule<1>::most_states)
    return std::make_unique<ThresholdRule<1>>(std::move(neighbours), *thresholds, transitions);
  if (fits && transitions.states() <= ThresholdRule<2>::most_states)
    return std::make_unique<ThresholdRule<2>>(std::move(neighbours), *thresholds, transitions);
  if (fits && transitions.states() <= ThresholdRule<4>::most_states)
    return std::make_unique<ThresholdRule<4>>(std::move(neighbours), *thresholds, transitions);
  if (largest_sum <= std::numeric_limits<u8>::max())
    return std::make_unique<TableRule<u8>>(std::move(neighbours), largest_sum, transitions);
  if (largest_sum <= std::numeric_limits<u16>::max())
    return std::make_unique<TableRule<u16>>(std::move(neighbours), largest_sum, transitions);
  return std::make_unique<TableRule<u32>>(std::move(neighbours), largest_sum, transitions);
}

}  // namespace morula
