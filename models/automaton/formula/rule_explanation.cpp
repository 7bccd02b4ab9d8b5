// The text that `morula check --explain` prints for a rule that is written as formulas.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>

#include "core/formula/syntax.h"
#include "models/automaton/automaton_engine.h"
#include "models/automaton/formula/discrete_rule.h"

namespace morula {
namespace {

std::string parameter_text(const RuleParameter& parameter) {
  return parameter.type == formula::Type::Real
             ? fmt::format("{} = {} (real)", parameter.name, std::bit_cast<double>(parameter.bits))
             : fmt::format("{} = {} (whole)", parameter.name, static_cast<i64>(parameter.bits));
}

// The names on which a site's next state depends. Draws are not named but counted.
std::vector<std::string> names_read(const FormulaRule& rule) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < rule.inputs.size(); ++i)
    if (rule.inputs[i].kind != SiteInput::Kind::Word) names.push_back(rule.program.whole.inputs[i].name);
  return names;
}

std::string engine_text(const AutomatonSpec& automaton) {
  if (is_bitplane(automaton)) return "a table, on the bit-plane engine";
  if (!is_evaluated(automaton)) return "a table, on the plain engine";
  const auto discrete =
      automaton.plain ? std::nullopt
                      : DiscreteRule::of(*automaton.formulas, automaton.neighbourhood.neighbours.size());
  if (discrete) return fmt::format("a table of {} entries", discrete->entries());
  const bool needs_doubles = automaton.formulas->program.site.needs_doubles();
  return fmt::format("evaluated at every site: interpreted on threads, compiled on devices{}",
                     needs_doubles ? ", which must compute in double precision" : "");
}

}  // namespace

std::vector<std::string> AutomatonSpec::explanation() const {
  if (!formulas) return {};
  const FormulaRule& rule = *formulas;
  std::vector<std::string> lines;
  for (std::size_t state = 0; state < rule.states.size(); ++state)
    lines.push_back(fmt::format("state {}: {}", state, rule.states[state]));
  for (const RuleParameter& parameter : rule.parameters)
    lines.push_back("parameter " + parameter_text(parameter));
  const std::vector<formula::FormulaText>& texts = rule.program.whole.formulas;
  for (std::size_t i = 0; i < texts.size() && i < rule.types.size(); ++i)
    lines.push_back(fmt::format("{}: {}, {}", texts[i].key, text_of(formula::parse(texts[i].text)),
                                formula::to_string(rule.types[i])));
  const std::vector<std::string> names = names_read(rule);
  lines.push_back(
      fmt::format("a site reads: {}", names.empty() ? "nothing" : fmt::format("{}", fmt::join(names, ", "))));
  lines.push_back(fmt::format("random draws at a site and step: {}", rule.draws));
  lines.push_back("engine: " + engine_text(*this));
  return lines;
}

}  // namespace morula
