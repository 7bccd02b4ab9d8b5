#include "models/automaton/plain/trigger_texts.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/automaton/plain/correction_texts.h"
#include "models/automaton/plain/sum_texts.h"

namespace morula {
namespace {

std::string at_least(const std::vector<std::string>& digits, u64 bound) {
  if (bound >> digits.size()) return "0u";
  std::string reached = "~0u";
  for (std::size_t i = 0; i < digits.size(); ++i)
    reached = fmt::format("({} {} {})", digits[i], bound >> i & 1 ? "&" : "|", reached);
  return reached;
}

// The expression that tells which cells are excited; it is inverted at each sum at which the row begins or
// ceases to excite.
std::string trigger_of(const Transitions& transitions, u8 row, u64 largest_sum, NeighbourSums& sums) {
  std::string answer = transitions.excites(row, 0) ? "~0u" : "0u";
  for (u64 sum = 1; sum <= largest_sum; ++sum)
    if (transitions.excites(row, static_cast<u32>(sum)) !=
        transitions.excites(row, static_cast<u32>(sum - 1)))
      answer = sums.statements.named(fmt::format("{} ^ {}", answer, at_least(sums.digits, sum)));
  return answer;
}

bool only_inactive_cells_are_excited(const Transitions& transitions) {
  return std::ranges::none_of(transitions.all(), [](const Transition& transition) {
    return transition.row != 0 && (transition.flags & ACTIVE) != 0;
  });
}

std::string statements(const Neighbourhood& neighbourhood, const Transitions& transitions,
                       const Triggers& triggers) {
  NeighbourSums sums = sum_neighbours(neighbourhood, only_inactive_cells_are_excited(transitions));
  for (std::size_t i = 0; i < triggers.rows.size(); ++i) {
    const std::string answer = trigger_of(transitions, triggers.rows[i], neighbourhood.largest_sum(), sums);
    sums.statements.text += fmt::format("u32 trigger_{} = {}; ", i + 1, answer);
  }
  return sums.statements.text;
}

bool hold_the_same(const Transitions& transitions, u64 row, u64 other_row) {
  const u64 words = transitions.words_per_row();
  const auto first = [&](u64 which) {
    return transitions.rows().begin() + static_cast<std::ptrdiff_t>(which * words);
  };
  return std::equal(first(row), first(row) + static_cast<std::ptrdiff_t>(words), first(other_row));
}

// Defines the table of next states, which is in local memory.
void define_table(gpu::Source& source, const Triggers& triggers, u64 states) {
  constexpr u64 largest_table = 8192, most_triggers = 8;  // entries of 16 bits
  const u64 number = triggers.rows.size();
  const bool is_whole = number <= most_triggers && states << number <= largest_table;
  std::string holding = "0u", moved;
  for (u64 i = number; i > 0; --i) {
    const std::string bit = fmt::format("((trigger_{} >> (i)) & 1u)", i);
    holding = is_whole ? fmt::format("({} << {} | {})", bit, i - 1, holding)
                       : fmt::format("((row) == {}u ? {} : {})", i, bit, holding);
    moved += fmt::format("trigger_{} >>= 16; ", i);
  }
  source.define("NEXT_TRIGGERS", moved)
      .define("HAS_WHOLE_TABLE", std::string(is_whole ? "1" : "0"))
      .define("TABLE_SIZE", is_whole ? states << number : 2 * states)
      .define("HOLDING(row, i)", holding);
}

}  // namespace

Triggers::Triggers(const Transitions& transitions) : of_row{0} {
  for (u64 row = 1; row < transitions.rows().size() / transitions.words_per_row(); ++row) {
    std::size_t number = 0;
    while (number < rows.size() && !hold_the_same(transitions, row, rows[number])) ++number;
    if (number == rows.size()) rows.push_back(static_cast<u8>(row));
    of_row.push_back(static_cast<u8>(number + 1));
  }
}

void define_triggers(gpu::Source& source, const Neighbourhood& neighbourhood,
                     const Transitions& transitions) {
  const Triggers triggers(transitions);
  const auto deepest = std::ranges::max(neighbourhood.neighbours, {}, &Neighbour::dz);
  source.define("FIND_TRIGGERS", statements(neighbourhood, transitions, triggers))
      .define("RANGE_Z", static_cast<u64>(deepest.dz));
  const auto texts = correction_texts(transitions, triggers);
  source.define("HAS_CORRECTIONS", std::string(texts ? "1" : "0"));
  if (texts)
    source.define("CORRECT_NEXT", texts->corrections).define("IS_ACTIVE_NEXT", texts->is_active);
  else
    define_table(source, triggers, transitions.states());
}

}  // namespace morula
