#include "models/automaton/read/transitions_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "core/nearest.h"
#include "models/automaton/formula/rule_tables.h"
#include "models/formula_reader.h"
#include "models/parameters_reader.h"
#include "models/sites/site_vocabulary.h"

namespace morula {
namespace {

using formula::Compiler;
using formula::FormulaError;
using formula::Value;

constexpr std::size_t most_named_states = 256, most_transitions = 256;

std::vector<std::string> read_states(io::Section& section) {
  const io::Value* list = section.value("states", io::Presence::Required);
  std::vector<std::string> states;
  if (!list) return states;
  if (list->kind != io::Value::Kind::List || list->items.size() < 2 ||
      list->items.size() > most_named_states) {
    section.problem("states", fmt::format("must be a list of 2 to {} names, as in [empty, tree, fire]",
                                          most_named_states));
    return states;
  }
  for (const io::Value& item : list->items) {
    const std::string name = item.kind == io::Value::Kind::Scalar ? item.text : "";
    std::string wrong = SiteVocabulary::wrong_with_name(name);
    if (std::ranges::find(states, name) != states.end()) wrong = "is written twice; remove one";
    if (!wrong.empty())
      section.problems().add(item.place(), section.path_of("states"), "'" + on_one_line(name) + "' " + wrong);
    states.push_back(name);
  }
  return states;
}

// Compiles the formulas of a rule. After an error it continues, to find errors in other formulas too.
class RuleCompiler {
 public:
  RuleCompiler(io::Section& section, const AutomatonSpec& automaton, FormulaRule& rule)
      : section_(section),
        rule_(rule),
        vocabulary_(automaton.lattice, automaton.neighbourhood, rule.states, rule.parameters),
        compiler_(program_) {}

  void compile() {
    read_definitions();
    const io::Value* list = section_.value("transitions", io::Presence::Required);
    if (!list) return;
    if (list->kind != io::Value::Kind::List || list->items.empty() || list->items.size() > most_transitions) {
      section_.problem("transitions",
                       fmt::format("must be a list of 1 to {} transitions, as in [{{from: {}, to: {}}}]",
                                   most_transitions, rule_.states.front(), rule_.states.back()));
      return;
    }
    items_ = &list->items;
    program_.results = {next_from(0).instruction};
    vocabulary_.complete(rule_, std::move(program_));
  }
  int range() const { return vocabulary_.range(); }

 private:
  using Compile = std::function<Value(const WrittenFormula&)>;

  // The value of a formula, or a replacement if the formula is wrong.
  Value value_or(const std::optional<WrittenFormula>& written, const Value& stand_in,
                 const Compile& compile) {
    if (!written) return stand_in;
    try {
      const Value value = compile(*written);
      rule_.types.push_back(value.type);
      return value;
    } catch (const FormulaError& error) {
      note_problem(*written, error, section_.problems());
      return stand_in;
    }
  }

  void read_definitions() {
    std::vector<std::string> used_names = rule_.states;
    for (const RuleParameter& parameter : rule_.parameters) used_names.push_back(parameter.name);
    for_names(section_, "define", used_names, [&](io::Section& named, const std::string& name) {
      const Value value = value_or(
          read_formula(named, name), compiler_.constant_truth(false), [&](const WrittenFormula& written) {
            return compiler_.compile(written.formula_text(), vocabulary_.vocabulary());
          });
      vocabulary_.define(name, value);
    });
  }

  // The next state of a site to which no transition before number `number` applies.
  Value next_from(std::size_t number) {
    if (number == items_->size()) return state();
    const io::Value& item = (*items_)[number];
    const std::string path = fmt::format("{}[{}]", section_.path_of("transitions"), number);
    if (item.kind != io::Value::Kind::Map) {
      section_.problems().add(item.place(), path,
                              fmt::format("is {}; must be a mapping, as in {{from: {}, to: {}}}",
                                          describe(item), rule_.states.front(), rule_.states.back()));
      return next_from(number + 1);
    }
    io::Section transition(item, path, section_.problems());
    const std::optional<Value> is_from = from(transition);
    const auto when = read_formula(transition, "when"),
               to = read_formula(transition, "to", io::Presence::Required);
    transition.finish();
    const Value applies = condition(is_from, when);
    const Value target = compiler_.where(applies, [&] { return state_written(to); });
    const Value otherwise = compiler_.unless(applies, [&] { return next_from(number + 1); });
    return compiler_.select(applies, target, otherwise);
  }

  Value state() {
    return compiler_.input(std::get<formula::NamedInput>(vocabulary_.vocabulary().values.at("state")));
  }

  // Is the site in one of the states that a transition starts from? Nothing if it starts from any state.
  std::optional<Value> from(io::Section& transition) {
    const io::Value* written = transition.value("from");
    if (!written) return std::nullopt;
    if (written->kind == io::Value::Kind::List && written->items.empty())
      transition.problem("from", "names no state; name one, or leave the key out for a transition from any");
    const std::vector<io::Value> single = {*written};
    const std::vector<io::Value>& named = written->kind == io::Value::Kind::List ? written->items : single;
    std::optional<Value> is_from;
    for (const io::Value& name : named) {
      const auto found =
          std::ranges::find(rule_.states, name.kind == io::Value::Kind::Scalar ? name.text : "");
      if (found == rule_.states.end()) {
        section_.problems().add(
            name.place(), transition.path_of("from"),
            fmt::format("is {}; {}", describe(name), must_be_one_of(name.text, rule_.states)));
        continue;
      }
      const Value is_state =
          compiler_.compare("==", state(), compiler_.constant_whole(found - rule_.states.begin()));
      is_from = is_from ? compiler_.logic(formula::Operation::Or, *is_from, is_state) : is_state;
    }
    return is_from;
  }

  Value condition(const std::optional<Value>& is_from, const std::optional<WrittenFormula>& when) {
    const auto compile = [&] {
      return value_or(when, compiler_.constant_truth(true), [&](const WrittenFormula& written) {
        return compiler_.compile_truth(written.formula_text(), vocabulary_.vocabulary(), "'when'");
      });
    };
    if (!is_from) return compile();
    if (!when) return *is_from;
    return compiler_.logic(formula::Operation::And, *is_from, compiler_.where(*is_from, compile));
  }

  Value state_written(const std::optional<WrittenFormula>& to) {
    return value_or(to, compiler_.constant_whole(0), [&](const WrittenFormula& written) {
      const Value value = compiler_.compile_whole(written.formula_text(), vocabulary_.vocabulary(), "'to'");
      const auto states = static_cast<std::int64_t>(rule_.states.size());
      if (value.least >= states || value.greatest < 0)
        throw FormulaError({}, fmt::format("this is not a state; states are {} (0) to {} ({})",
                                           rule_.states.front(), rule_.states.back(), states - 1));
      return compiler_.require_below(value, states);
    });
  }

  io::Section& section_;
  FormulaRule& rule_;
  SiteVocabulary vocabulary_;
  formula::Program program_;
  Compiler compiler_;
  const std::vector<io::Value>* items_ = nullptr;
};

// Evaluates formulas that depend on parameters alone, to report errors before the run: 1 / n with n = 0, or
// chance(growth) with a growth above 1.
void check_parameters(io::Section& section, const FormulaRule& rule) {
  std::vector<bool> is_parameter;
  std::vector<u64> values;
  for (const SiteInput& input : rule.inputs) {
    is_parameter.push_back(input.kind == SiteInput::Kind::Parameter);
    values.push_back(is_parameter.back() ? rule.parameters[input.number].bits : 0);
  }
  const formula::Program& program = rule.program.whole;
  const auto failing = formula::failing_for(formula::split(program, is_parameter), values);
  if (!failing) return;
  const formula::Instruction& instruction = program.instructions[*failing];
  section.problem(
      "parameters",
      fmt::format("make {} fail: {}", place_in(program.formulas[instruction.formula], instruction.place),
                  failure_of(instruction.operation)));
}

}  // namespace

void read_transitions(io::Section& section, AutomatonSpec& automaton) {
  auto rule = std::make_shared<FormulaRule>();
  const std::size_t problems = section.problems().count();
  rule->states = read_states(section);
  rule->parameters = read_parameters(section, rule->states);
  if (rule->states.size() < 2) {
    section.allow("define");
    section.allow("transitions");
    return;
  }
  RuleCompiler compiler(section, automaton, *rule);
  compiler.compile();
  automaton.neighbourhood.range = std::max(1, compiler.range());
  if (section.problems().count() == problems) check_parameters(section, *rule);
  const bool is_right = section.has("transitions") && section.problems().count() == problems;
  Transitions unchanging(0);
  for (unsigned state = 0; state < rule->states.size(); ++state)
    unchanging.add_state({static_cast<u8>(state), static_cast<u8>(state), 0, 0});
  automaton.transitions = unchanging;
  automaton.formulas = std::move(rule);
  if (is_right) make_tables(automaton);
}

}  // namespace morula
