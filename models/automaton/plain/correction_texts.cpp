#include "models/automaton/plain/correction_texts.h"

#include <fmt/format.h>

#include <map>
#include <tuple>
#include <vector>

namespace morula {
namespace {

struct ConsecutiveStates {
  unsigned from, to;
};

void append(std::vector<ConsecutiveStates>& ranges, unsigned state) {
  if (!ranges.empty() && ranges.back().to + 1 == state)
    ranges.back().to = state;
  else
    ranges.push_back({state, state});
}

std::string joined(const std::vector<std::string>& terms, const char* between, const char* none) {
  std::string text;
  for (const std::string& term : terms) text += (text.empty() ? "" : between) + term;
  return text.empty() ? none : text;
}

// The signs of the bytes of `states` that lie in the range. If there is a condition, it must hold too.
std::string in_range(const char* states, const ConsecutiveStates& range, unsigned last_state,
                     const std::string& condition) {
  std::vector<std::string> texts;
  if (range.from > 0) texts.push_back(fmt::format("from_state({}, {}u)", states, range.from));
  if (range.to < last_state) texts.push_back(fmt::format("~from_state({}, {}u)", states, range.to + 1));
  if (!condition.empty()) texts.push_back(condition);
  return "(" + joined(texts, " & ", "~0u") + ")";
}

// A set of states that become `target` instead of the state after them: always (trigger 0), if a trigger
// holds, or if it does not hold.
struct Kind {
  u8 target;
  u8 trigger;
  bool holds;
  friend auto operator<=>(const Kind&, const Kind&) = default;
};

std::map<Kind, std::vector<ConsecutiveStates>> corrections_of(const Transitions& transitions,
                                                              const Triggers& triggers) {
  std::map<Kind, std::vector<ConsecutiveStates>> corrections;
  for (unsigned state = 0; state < transitions.states(); ++state) {
    const Transition& transition = transitions.of(static_cast<u8>(state));
    const u8 trigger = triggers.of_row[transition.row];
    if (transition.unexcited != state + 1) append(corrections[{transition.unexcited, trigger, false}], state);
    if (trigger != 0 && transition.excited != state + 1)
      append(corrections[{transition.excited, trigger, true}], state);
  }
  return corrections;
}

std::vector<ConsecutiveStates> active_states(const Transitions& transitions) {
  std::vector<ConsecutiveStates> ranges;
  for (unsigned state = 0; state < transitions.states(); ++state)
    if (transitions.of(static_cast<u8>(state)).flags & ACTIVE) append(ranges, state);
  return ranges;
}

std::string condition_of(const Kind& kind) {
  return kind.trigger == 0 ? "" : fmt::format("{}holds_{}", kind.holds ? "" : "~", kind.trigger);
}

}  // namespace

std::optional<CorrectionTexts> correction_texts(const Transitions& transitions, const Triggers& triggers) {
  // The sign of a byte must stay free, even when the last state is advanced.
  constexpr unsigned most_states = 127;
  constexpr std::size_t most_ranges = 12;
  const unsigned last_state = transitions.states() - 1;
  if (transitions.states() > most_states) return std::nullopt;

  CorrectionTexts texts;
  for (std::size_t i = 1; i <= triggers.rows.size(); ++i)
    texts.corrections += fmt::format("u32 holds_{0} = signs_of(trigger_{0}, i); ", i);
  std::size_t ranges = triggers.rows.size();
  std::map<u8, std::vector<std::string>> places;  // conditions under which a state becomes this one
  for (const auto& [kind, states] : corrections_of(transitions, triggers))
    for (const ConsecutiveStates& range : states) {
      places[kind.target].push_back(in_range("now", range, last_state, condition_of(kind)));
      ++ranges;
    }
  for (const auto& [target, where] : places)
    texts.corrections += fmt::format("next = corrected(next, {}, {}u); ", joined(where, " | ", "0u"), target);
  std::vector<std::string> active;
  for (const ConsecutiveStates& range : active_states(transitions))
    active.push_back(in_range("next", range, last_state, ""));
  texts.is_active = joined(active, " | ", "0u");
  if (ranges + active.size() > most_ranges) return std::nullopt;
  return texts;
}

}  // namespace morula
