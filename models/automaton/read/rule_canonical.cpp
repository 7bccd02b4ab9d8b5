#include <fmt/format.h>

#include "models/automaton/read/map_notation.h"
#include "models/automaton/read/rule_counts.h"
#include "models/automaton/read/rule_text.h"

namespace morula {
namespace {

std::string digits(u32 counts) {
  std::string text;
  for (unsigned count = 0; count <= 9; ++count)
    if (counts >> count & 1u) text += std::to_string(count);
  return text;
}

// Can the arrangements be written with Hensel's letters?
bool has_letters(const Arrangements& arrangements) {
  for (unsigned count = 1; count <= 7; ++count)
    for (const char letter : hensel_letters(count)) {
      const Arrangements members = arrangements_of(count, letter);
      if ((arrangements & members).any() && (~arrangements & members).any()) return false;
    }
  return true;
}

std::string in_two_dimensions(const RuleText& rule, unsigned neighbours) {
  if (rule.by_arrangement && !(has_letters(rule.born_with) && has_letters(rule.survives_with)))
    return map_text(rule.born_with, rule.survives_with);
  const std::string births = rule.by_arrangement ? hensel_text(rule.born_with) : digits(rule.born_on);
  const std::string survivals =
      rule.by_arrangement ? hensel_text(rule.survives_with) : digits(rule.survives_on);
  const char* suffix = neighbours == 4 ? "V" : "";
  if (rule.states == 2) return fmt::format("B{}/S{}{}", births, survivals, suffix);
  return fmt::format("{}/{}/{}{}", survivals, births, rule.states, suffix);
}

std::string in_three_dimensions(const RuleText& rule, unsigned neighbours) {
  const std::string births = counts_text(rule.born_on), survivals = counts_text(rule.survives_on);
  const char* suffix = neighbours == 6 ? "F" : "";
  if (rule.states > 2) return fmt::format("B{}/S{}/C{}{}", births, survivals, rule.states, suffix);
  if (neighbours == 18) return fmt::format("B{}/S{}", births, survivals);
  return fmt::format("3D{}/{}{}", survivals, births, suffix);
}

}  // namespace

std::string canonical_text(const RuleText& rule, unsigned neighbours) {
  if (rule.kind == RuleText::Kind::WireWorld) return "WireWorld";
  return neighbours == 8 || neighbours == 4 ? in_two_dimensions(rule, neighbours)
                                            : in_three_dimensions(rule, neighbours);
}

}  // namespace morula
