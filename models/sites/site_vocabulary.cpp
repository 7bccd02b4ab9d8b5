#include "models/sites/site_vocabulary.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/nearest.h"
#include "core/stream.h"
#include "models/formula/interpreter.h"

namespace morula {
namespace {

using formula::Compiler;
using formula::FormulaError;
using formula::NamedConstant;
using formula::NamedInput;
using formula::Syntax;
using formula::Type;
using formula::Value;
using formula::Vocabulary;

constexpr int farthest = 8;  // the largest offset along an axis in at(…)

const std::vector<std::string> site_words = {"state", "here",  "x",     "y",      "z",
                                             "step",  "count", "total", "chance", "uniform",
                                             "at",    "sum",   "mean",  "time",   "replica"};

// The inputs of a condition inside count(…): the neighbour's state and the site's own state. A condition on
// `state` alone holds for the same states at every site.
constexpr const char* only_state = "state";
constexpr const char* own_state = "here";

std::string offset_text(const Neighbour& offset, unsigned dimensions) {
  return dimensions == 3 ? fmt::format("at({}, {}, {})", offset.dx, offset.dy, offset.dz)
                         : fmt::format("at({}, {})", offset.dx, offset.dy);
}

std::string states_text(const StateSet& states, const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t state = 0; state < names.size(); ++state)
    if (states[state]) text += (text.empty() ? "" : " or ") + names[state];
  return text.empty() ? "no state" : text;
}

// The states of a neighbour for which a condition holds, for each state of the site itself. Nothing if the
// condition uses other names or is wrong; errors are found when it is compiled with all names.
std::optional<std::vector<StateSet>> condition_table(const Syntax& condition, const Vocabulary& names,
                                                     std::size_t states) {
  formula::Program program;
  try {
    Compiler compiler(program);
    const Value value = compiler.compile(condition, names);
    if (value.type != Type::Truth) return std::nullopt;
    program.results = {value.instruction};
  } catch (const FormulaError&) {
    return std::nullopt;
  }
  if (std::ranges::any_of(program.instructions, &formula::Instruction::can_fail)) return std::nullopt;
  formula::Interpreter interpreter(std::make_shared<const formula::Code>(program));
  std::vector<StateSet> met(states);
  for (std::size_t centre = 0; centre < states; ++centre) {
    for (std::size_t input = 0; input < program.inputs.size(); ++input)
      for (std::size_t state = 0; state < states; ++state)
        interpreter.whole_input(input)[state] =
            static_cast<i64>(program.inputs[input].name == own_state ? centre : state);
    interpreter.evaluate(states);
    for (std::size_t state = 0; state < states; ++state)
      met[centre][state] = interpreter.whole_result(0)[state] != 0;
  }
  return met;
}

}  // namespace

bool FormulaRule::has_totals() const {
  return std::ranges::any_of(inputs,
                             [](const SiteInput& input) { return input.kind == SiteInput::Kind::Total; });
}

bool FormulaRule::can_fail() const {
  return std::ranges::any_of(program.site.instructions,
                             [](const formula::Instruction& instruction) { return instruction.can_fail; });
}

std::vector<std::string> names_in_formulas(const std::vector<std::string>& names) {
  std::vector<std::string> in_formulas;
  for (const std::string& name : names) {
    const bool is_name =
        SiteVocabulary::wrong_with_name(name).empty() && std::ranges::count(names, name) == 1;
    in_formulas.push_back(is_name ? name : fmt::format("state_{}", in_formulas.size()));
  }
  return in_formulas;
}

SiteVocabulary::SiteVocabulary(const Lattice& lattice, const Neighbourhood& neighbourhood,
                               const std::vector<std::string>& states,
                               const std::vector<RuleParameter>& parameters)
    : lattice_(lattice), neighbourhood_(neighbourhood), states_(states) {
  add_values(parameters);
  add_functions();
}

NamedInput SiteVocabulary::named(const std::string& name, const SiteInput& input, std::int64_t greatest) {
  inputs_[name] = input;
  NamedInput found{{name, Type::Whole}};
  found.least = 0;
  found.greatest = greatest;
  return found;
}

void SiteVocabulary::add_values(const std::vector<RuleParameter>& parameters) {
  for (std::size_t state = 0; state < states_.size(); ++state)
    names_.values[states_[state]] = NamedConstant{Type::Whole, state};
  names_.values["state"] = names_.values["here"] = state_at({});
  const auto side = [](Index extent) { return static_cast<std::int64_t>(extent) - 1; };
  names_.values["x"] = named("x", {SiteInput::Kind::X}, side(lattice_.global.x));
  names_.values["y"] = named("y", {SiteInput::Kind::Y}, side(lattice_.global.y));
  if (lattice_.dimensions == 3)
    names_.values["z"] = named("z", {SiteInput::Kind::Z}, side(lattice_.global.z));
  else
    names_.refused["z"] = "'z' is for lattices in three dimensions; this one has two";
  names_.values["step"] = named("step", {SiteInput::Kind::Step}, static_cast<std::int64_t>(largest_when));
  for (unsigned i = 0; i < parameters.size(); ++i) {
    NamedInput parameter{{parameters[i].name, parameters[i].type}};
    inputs_[parameters[i].name] = {SiteInput::Kind::Parameter, {}, {}, i};
    names_.values[parameters[i].name] = parameter;
  }
}

void SiteVocabulary::add_functions() {
  const auto function = [&](const char* name, const char* usage,
                            Value (SiteVocabulary::*compile)(Compiler&, const Syntax&)) {
    names_.functions[name] = {usage, [this, compile](Compiler& compiler, const Syntax& call) {
                                return (this->*compile)(compiler, call);
                              }};
  };
  function("count", "count(CONDITION)", &SiteVocabulary::count);
  function("at", lattice_.dimensions == 3 ? "at(dx, dy, dz)" : "at(dx, dy)", &SiteVocabulary::at);
  function("total", "total(STATE)", &SiteVocabulary::total);
  function("chance", "chance(p)", &SiteVocabulary::chance);
  function("uniform", "uniform()", &SiteVocabulary::uniform);
  names_.refused["sum"] = names_.refused["mean"] =
      "sums over all sites are for columns of the series; total(STATE) is the number of sites in a state";
}

void SiteVocabulary::define(const std::string& name, const Value& value) {
  names_.values[name] = value;
  definitions_.push_back(name);
}

void SiteVocabulary::refuse_states() {
  for (const char* word : {"state", "here", "step", "count", "at", "total"}) {
    names_.values.erase(word);
    names_.functions.erase(word);
    names_.refused[word] =
        fmt::format("'{}' is for rules; an initial state is a formula of x, y, parameters and chances", word);
  }
}

void SiteVocabulary::refuse_changes() {
  for (const char* word : {"total", "chance", "uniform"}) {
    names_.functions.erase(word);
    names_.refused[word] =
        fmt::format("'{}' is for rules; a column of the series is computed from the states of sites", word);
  }
  names_.refused["sum"] = names_.refused["mean"] = "a formula for each site can contain no sums over sites";
}

void SiteVocabulary::complete(FormulaRule& rule, formula::Program program) const {
  formula::drop_unused(program);
  formula::drop_unused_inputs(program);
  rule.inputs = inputs_of(program);
  rule.draws = draws();
  rule.neighbourhood = neighbourhood_;
  std::vector<bool> is_uniform;
  for (const SiteInput& input : rule.inputs) is_uniform.push_back(input.is_uniform());
  rule.program = formula::split(std::move(program), std::move(is_uniform));
}

std::vector<SiteInput> SiteVocabulary::inputs_of(const formula::Program& program) const {
  std::vector<SiteInput> found;
  for (const formula::InputValue& input : program.inputs) found.push_back(inputs_.at(input.name));
  return found;
}

std::string SiteVocabulary::wrong_with_name(const std::string& name) {
  if (std::ranges::find(site_words, name) != site_words.end())
    return "is a word of formulas; choose another name";
  return formula::wrong_with_name(name);
}

NamedInput SiteVocabulary::state_at(const Neighbour& offset) {
  range_ = std::max({range_, std::abs(offset.dx), std::abs(offset.dy), std::abs(offset.dz)});
  const bool is_here = offset.dx == 0 && offset.dy == 0 && offset.dz == 0;
  return named(is_here ? only_state : offset_text(offset, lattice_.dimensions),
               {SiteInput::Kind::State, offset}, static_cast<std::int64_t>(states_.size()) - 1);
}

// Inside count(…), `state` is the neighbour's state; all other names refer to the site itself.
Vocabulary SiteVocabulary::inside_count() const {
  Vocabulary inside = names_;
  for (const char* draw : {"chance", "uniform"})
    inside.refused[draw] =
        fmt::format("'{}' draws once for each site, so it cannot stand inside count(…)", draw);
  for (const char* word : {"count", "at"})
    inside.refused[word] =
        fmt::format("'{}' cannot stand inside count(…), which looks at one neighbour at a time", word);
  for (const std::string& name : definitions_) {
    inside.values.erase(name);
    inside.refused[name] = fmt::format(
        "'{}' is defined for the site itself; inside count(…), write its formula, with 'state' for the "
        "neighbour's",
        name);
  }
  return inside;
}

Value SiteVocabulary::count(Compiler& compiler, const Syntax& call) {
  if (call.parts.size() != 1) compiler.fail("'count' takes a state or a condition; write count(CONDITION)");
  const Syntax& condition = call.parts.front();
  const auto neighbours = static_cast<std::int64_t>(neighbourhood_.neighbours.size());
  if (const auto states = states_meeting(condition)) {
    range_ = std::max(range_, neighbourhood_.range);
    SiteInput input{SiteInput::Kind::Count};
    input.states = *states;
    return compiler.input(named(fmt::format("count({})", states_text(*states, states_)), input, neighbours));
  }
  if (const auto by_own = states_meeting_by_own(condition)) {
    range_ = std::max(range_, neighbourhood_.range);
    SiteInput input{SiteInput::Kind::Count};
    input.states_by_own = *by_own;
    return compiler.input(named("count(" + text_of(condition) + ")", input, neighbours));
  }
  return count_each(compiler, condition);
}

// The states for which a condition holds, if it depends on nothing else; otherwise nothing.
std::optional<StateSet> SiteVocabulary::states_meeting(const Syntax& condition) const {
  if (condition.kind == Syntax::Kind::Name) {
    const auto found = std::ranges::find(states_, condition.text);
    if (found == states_.end()) return std::nullopt;
    StateSet met;
    met.set(static_cast<std::size_t>(found - states_.begin()));
    return met;
  }
  Vocabulary alone;
  for (const std::string& state : states_) alone.values[state] = names_.values.at(state);
  alone.values[only_state] = names_.values.at(only_state);
  const auto found = condition_table(condition, alone, states_.size());
  return found ? std::optional(found->front()) : std::nullopt;
}

// The same for a condition that also depends on the site's own state: the states for each own state.
std::optional<std::vector<StateSet>> SiteVocabulary::states_meeting_by_own(const Syntax& condition) const {
  if (states_.size() > most_states_in_ranges) return std::nullopt;
  Vocabulary both;
  for (const std::string& state : states_) both.values[state] = names_.values.at(state);
  both.values[only_state] = names_.values.at(only_state);
  NamedInput site_state = std::get<NamedInput>(names_.values.at(only_state));
  site_state.input.name = own_state;
  both.values[own_state] = site_state;
  return condition_table(condition, both, states_.size());
}

Value SiteVocabulary::count_each(Compiler& compiler, const Syntax& condition) {
  Vocabulary inside = inside_count();
  Value sum = compiler.constant_whole(0);
  for (const Neighbour& neighbour : neighbourhood_.neighbours) {
    inside.values["state"] = state_at({neighbour.dx, neighbour.dy, neighbour.dz});
    const Value met = compiler.compile(condition, inside);
    if (met.type != Type::Truth)
      throw FormulaError(condition.place, "'count' needs a state's name or a truth value, not " +
                                              to_string(met.type) + "; compare it, as in state > 0");
    sum = compiler.add(sum, met);
  }
  return sum;
}

std::int64_t SiteVocabulary::whole_constant(Compiler& compiler, const Syntax& part) {
  const Value value = compiler.whole(part, "'at'");
  if (!value.is_constant())
    throw FormulaError(part.place, "'at' takes whole numbers, which are the same at every site: at(-1, 0)");
  return value.least;
}

Value SiteVocabulary::at(Compiler& compiler, const Syntax& call) {
  const std::string usage = lattice_.dimensions == 3 ? "at(dx, dy, dz)" : "at(dx, dy)";
  if (call.parts.size() != lattice_.dimensions)
    compiler.fail(fmt::format("'at' takes {} arguments here; write {}", lattice_.dimensions, usage));
  std::array<i32, 3> offset{};
  for (std::size_t axis = 0; axis < call.parts.size(); ++axis) {
    const std::int64_t difference = whole_constant(compiler, call.parts[axis]);
    if (std::abs(difference) > farthest)
      throw FormulaError(call.parts[axis].place,
                         fmt::format("'at' reaches {} sites along an axis, not {}", farthest, difference));
    offset[axis] = static_cast<i32>(difference);
  }
  return compiler.input(state_at({offset[0], offset[1], offset[2]}));
}

Value SiteVocabulary::total(Compiler& compiler, const Syntax& call) {
  const bool is_name = call.parts.size() == 1 && call.parts.front().kind == Syntax::Kind::Name;
  const auto found = is_name ? std::ranges::find(states_, call.parts.front().text) : states_.end();
  if (found == states_.end()) {
    const auto near = is_name ? nearest(call.parts.front().text, states_) : std::nullopt;
    compiler.fail("'total' takes the name of a state" +
                  (near ? "; did you mean total(" + *near + ")?" : ", as in total(" + states_.front() + ")"));
  }
  SiteInput input{SiteInput::Kind::Total};
  input.number = static_cast<unsigned>(found - states_.begin());
  return compiler.input(
      named("total(" + *found + ")", input, static_cast<std::int64_t>(lattice_.global.sites())));
}

Value SiteVocabulary::random_word(Compiler& compiler) {
  SiteInput input{SiteInput::Kind::Word};
  input.number = draws_++;
  return compiler.input(named(fmt::format("draw {}", input.number), input, 0xFFFFFFFF));
}

Value SiteVocabulary::chance(Compiler& compiler, const Syntax& call) {
  if (call.parts.size() != 1) compiler.fail("'chance' takes 1 argument; write chance(p)");
  const Value word = random_word(compiler);
  const Value probability = compiler.compile(call.parts.front());
  if (probability.type == Type::Truth)
    throw FormulaError(call.parts.front().place,
                       "'chance' needs a number between 0 and 1, not a truth value");
  return compiler.compare("<", word, compiler.chance_threshold(probability));
}

Value SiteVocabulary::uniform(Compiler& compiler, const Syntax& call) {
  if (!call.parts.empty()) compiler.fail("'uniform' takes no arguments; write uniform()");
  Value value = compiler.multiply(random_word(compiler), compiler.constant_real(0x1p-32));
  value.is_finite = true;
  return value;
}

}  // namespace morula
