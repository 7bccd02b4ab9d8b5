#include "models/automaton/read/rule_text.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "core/nearest.h"
#include "models/automaton/read/map_notation.h"
#include "models/automaton/read/rule_characters.h"
#include "models/automaton/read/rule_counts.h"
#include "models/automaton/read/rule_notation.h"

namespace morula {
namespace {

ParsedRule wrong(std::string problem) { return {std::nullopt, std::move(problem)}; }

// The name of a neighbourhood in RuleText. In three dimensions, a model file may also use moore and
// von-neumann.
std::string own_name(std::string_view neighbourhood, unsigned dimensions) {
  if (dimensions == 3 && neighbourhood == "moore") return "26";
  if (dimensions == 3 && neighbourhood == "von-neumann") return "6";
  return std::string(neighbourhood);
}

unsigned neighbours_of(std::string_view neighbourhood) {
  if (neighbourhood == "moore") return 8;
  if (neighbourhood == "von-neumann") return 4;
  return small_number(neighbourhood);
}

CountsPlace place_of(char letter, bool written, const Notation& notation, const std::string& neighbourhood) {
  const unsigned neighbours = neighbours_of(neighbourhood);
  return {letter, written, neighbours, neighbours <= 9 && !notation.golly_3d, neighbourhood == "moore"};
}

// Letters that include every arrangement (2aceikn) give a rule of counts, so that equal rules compare equal.
void set_counts(RuleText& rule, const Counts& births, const Counts& survivals) {
  rule.by_arrangement = births.by_letter || survivals.by_letter;
  if (rule.by_arrangement) {
    rule.born_with = births.with;
    rule.survives_with = survivals.with;
  } else {
    rule.born_on = births.bits;
    rule.survives_on = survivals.bits;
  }
}

// Returns an error message, or an empty text.
std::string read_states(std::string_view text, RuleText& rule) {
  if (!all_digits(text)) return fmt::format("'{}' is not a number of states", text);
  rule.states = small_number(text);
  if (rule.states >= 2 && rule.states <= 256) return "";
  return fmt::format("{} states are not possible; a rule has 2 to 256", text);
}

ParsedRule read_notation(const Notation& notation, const std::string& neighbourhood) {
  RuleText rule;
  rule.neighbourhood = notation.neighbourhood;
  const Counts births =
      parse_counts(notation.births, place_of('B', notation.births_lettered, notation, neighbourhood));
  if (!births.problem.empty()) return wrong(births.problem);
  const Counts survivals =
      parse_counts(notation.survivals, place_of('S', notation.survivals_lettered, notation, neighbourhood));
  if (!survivals.problem.empty()) return wrong(survivals.problem);
  set_counts(rule, births, survivals);
  if (notation.states) {
    const std::string problem = read_states(*notation.states, rule);
    if (!problem.empty()) return wrong(problem);
  }
  return {rule, ""};
}

// The counts, if the arrangements are exactly all arrangements of some counts; otherwise nothing.
std::optional<u32> counts_of(const Arrangements& arrangements) {
  u32 counts = 0;
  for (unsigned count = 0; count <= 8; ++count) {
    const Arrangements of_count = arrangements_of(count), included = arrangements & of_count;
    if (included.any() && included != of_count) return std::nullopt;
    if (included.any()) counts |= 1u << count;
  }
  return counts;
}

ParsedRule read_map_notation(std::string_view text, unsigned dimensions, std::string_view neighbourhood) {
  if (dimensions != 2) return wrong("a MAP rule is for two dimensions");
  if (!neighbourhood.empty() && neighbourhood != "moore")
    return wrong(fmt::format("a MAP rule has eight neighbours, but automaton.neighbourhood is {}; remove it",
                             neighbourhood));
  const MapRule map = read_map_rule(text);
  if (!map.problem.empty()) return wrong(map.problem);
  RuleText rule;
  rule.neighbourhood = "moore";
  const auto born_on = counts_of(map.born_with), survives_on = counts_of(map.survives_with);
  rule.by_arrangement = !born_on || !survives_on;
  if (rule.by_arrangement) {
    rule.born_with = map.born_with;
    rule.survives_with = map.survives_with;
  } else {
    rule.born_on = *born_on;
    rule.survives_on = *survives_on;
  }
  return {rule, ""};
}

}  // namespace

ParsedRule parse_rule(std::string_view text, unsigned dimensions, std::string_view neighbourhood) {
  constexpr std::size_t longest = 200;
  if (text.size() > longest) return wrong(fmt::format("a rule has at most {} characters", longest));
  text = trimmed(text);
  if (equal_in_any_case(text, "WireWorld")) {
    RuleText rule;
    rule.kind = RuleText::Kind::WireWorld;
    rule.states = 4;
    return {rule, ""};
  }
  if (is_map(text)) return read_map_notation(text, dimensions, neighbourhood);
  const Notation notation = divide_rule(text, dimensions);
  const std::array<std::string, 1> named = {"WireWorld"};
  if (!notation.problem.empty())
    return wrong(nearest(text, named) ? "did you mean 'WireWorld'?" : notation.problem);
  std::string chosen = own_name(neighbourhood, dimensions);
  if (notation.neighbourhood && !chosen.empty() && chosen != *notation.neighbourhood)
    return wrong(
        fmt::format("its notation says neighbourhood {}, but automaton.neighbourhood is {}; change one "
                    "of them",
                    *notation.neighbourhood, neighbourhood));
  if (chosen.empty()) chosen = notation.neighbourhood.value_or(dimensions == 2 ? "moore" : "26");
  return read_notation(notation, chosen);
}

}  // namespace morula
