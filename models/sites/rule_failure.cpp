#include "models/sites/rule_failure.h"

#include <fmt/format.h>

#include <bit>

#include "core/error.h"
#include "core/message.h"
#include "core/rank_zero.h"
#include "models/formula/interpreter.h"
#include "models/formula_reader.h"

namespace morula {
namespace {

using formula::Instruction;
using formula::Program;

std::string value_text(const FormulaRule& rule, std::size_t input, u64 bits) {
  const formula::InputValue& named = rule.program.whole.inputs[input];
  if (named.type == formula::Type::Real)
    return fmt::format("{} = {}", named.name, std::bit_cast<double>(bits));
  const auto integer = static_cast<i64>(bits);
  if (rule.inputs[input].kind == SiteInput::Kind::State)
    return fmt::format("{} = {} ({})", named.name, rule.states[bits], integer);
  return fmt::format("{} = {}", named.name, integer);
}

std::string explanation(const FormulaRule& rule, std::uint32_t number, const std::vector<u64>& values) {
  const Program& program = rule.program.whole;
  const Instruction& failing = program.instructions[number];
  std::string text = fmt::format("{}: {}", place_in(program.formulas[failing.formula], failing.place),
                                 failure_of(failing.operation));
  const std::vector<bool> is_input = inputs_behind(program, number);
  std::string separator = "; there ";
  for (std::size_t input = 0; input < values.size(); ++input) {
    if (!is_input[input]) continue;
    text += separator + value_text(rule, input, values[input]);
    separator = ", ";
  }
  return text;
}

u64 random_word(u32x2 key, Index site, u64 step, unsigned occurrence) {
  const u32x4 words = draw(key, site / 4, step, occurrence);
  return site % 4 == 0 ? words.x : site % 4 == 1 ? words.y : site % 4 == 2 ? words.z : words.w;
}

u64 site_input(const SiteInput& input, const Neighbourhood& neighbourhood, const Lattice& lattice,
               const StepValues& step, u32x2 key, Index site, const StateAt& state_at) {
  const Site at = lattice.site_at(site);
  u64 count = 0;
  switch (input.kind) {
    case SiteInput::Kind::State:
      return state_at(input.offset.dx, input.offset.dy, input.offset.dz);
    case SiteInput::Kind::Count:
      for (const Neighbour& neighbour : neighbourhood.neighbours)
        count += input.counts(state_at(0, 0, 0), state_at(neighbour.dx, neighbour.dy, neighbour.dz)) ? 1 : 0;
      return count;
    case SiteInput::Kind::X:
      return at.x;
    case SiteInput::Kind::Y:
      return at.y;
    case SiteInput::Kind::Z:
      return at.z;
    default:
      return random_word(key, site, step.time, input.number);
  }
}

}  // namespace

std::vector<u64> uniform_inputs(const FormulaRule& rule, const StepValues& step) {
  std::vector<u64> values;
  for (const SiteInput& input : rule.inputs)
    values.push_back(input.kind == SiteInput::Kind::Step        ? step.time
                     : input.kind == SiteInput::Kind::Total     ? step.totals[input.number]
                     : input.kind == SiteInput::Kind::Parameter ? rule.parameters[input.number].bits
                                                                : 0);
  return values;
}

std::optional<RuleFailure> failure_at(const FormulaRule& rule, const Neighbourhood& neighbourhood,
                                      const Lattice& lattice, const StepValues& step, u32x2 key, Index site,
                                      const StateAt& state_at) {
  std::vector<u64> values = uniform_inputs(rule, step);
  formula::Interpreter interpreter(std::make_shared<const formula::Code>(rule.program.whole));
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!rule.inputs[i].is_uniform())
      values[i] = site_input(rule.inputs[i], neighbourhood, lattice, step, key, site, state_at);
    interpreter.fill_input(i, values[i]);
  }
  if (!interpreter.evaluate(1)) return std::nullopt;
  const auto number = static_cast<std::uint32_t>(interpreter.failing_instruction());
  return RuleFailure{step.time, site, explanation(rule, number, values)};
}

RuleFailure failure_everywhere(const FormulaRule& rule, std::uint32_t instruction, const StepValues& step) {
  return {step.time, 0, explanation(rule, instruction, uniform_inputs(rule, step))};
}

std::string failure_message(const RuleFailure& failure, const Lattice& lattice) {
  const Site at = lattice.site_at(failure.site);
  const std::string site = lattice.dimensions == 3 ? fmt::format("[{}, {}, {}]", at.x, at.y, at.z)
                                                   : fmt::format("[{}, {}]", at.x, at.y);
  return fmt::format("step {}, site {}: {}", failure.step, site, failure.what);
}

void end_run_on_failure(const std::optional<RuleFailure>& failure, const Lattice& lattice,
                        Communicator* ranks) {
  if (!ranks) {
    if (failure) throw Error(failure_message(*failure, lattice));
    return;
  }
  // A text that begins with step and site, so that the smallest text among the ranks is the first failure.
  std::string message;
  if (failure)
    message = fmt::format("{:020}{:020}{}", failure->step, failure->site, failure_message(*failure, lattice));
  const std::vector<Bytes> of_ranks = ranks->gather(message_of(message));
  rank_zero_does(*ranks, [&] {
    std::string first_message;
    for (const Bytes& bytes : of_ranks)
      if (const std::string text(text_in(bytes));
          !text.empty() && (first_message.empty() || text < first_message))
        first_message = text;
    if (!first_message.empty()) throw Error(first_message.substr(40));
  });
}

}  // namespace morula
