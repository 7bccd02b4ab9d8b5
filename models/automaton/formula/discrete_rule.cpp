#include "models/automaton/formula/discrete_rule.h"

#include <algorithm>

namespace morula {
namespace {

using formula::Instruction;
using formula::Operation;
using formula::Program;

bool is_input(const Instruction& instruction) { return instruction.operation == Operation::Input; }

// Turns every chance whose threshold is the same at every site into an input of the program: whether it came
// true.
std::vector<TableFactor> chances_made_inputs(Program& program, const FormulaRule& rule) {
  std::vector<TableFactor> chances;
  for (Instruction& instruction : program.instructions) {
    if (instruction.operation != Operation::Less) continue;
    const Instruction& word = program.instructions[instruction.inputs[0]];
    const Instruction& threshold = program.instructions[instruction.inputs[1]];
    const bool is_word = is_input(word) && word.constant < rule.inputs.size() &&
                         rule.inputs[word.constant].kind == SiteInput::Kind::Word;
    const bool is_uniform = is_input(threshold) && threshold.constant >= rule.inputs.size();
    const bool is_constant = threshold.operation == Operation::Constant;
    if (!is_word || !(is_uniform || is_constant)) continue;
    TableFactor chance{TableFactor::Kind::Chance, rule.inputs[word.constant]};
    chance.is_constant = is_constant;
    chance.threshold = is_constant ? threshold.constant : threshold.constant - rule.inputs.size();
    chances.push_back(chance);
    Instruction came_true{Operation::Input, formula::Type::Truth};
    came_true.constant = program.inputs.size();
    program.inputs.push_back({"chance", formula::Type::Truth});
    instruction = came_true;
  }
  return chances;
}

bool is_own_state(const SiteInput& input) {
  return input.kind == SiteInput::Kind::State && input.offset == Neighbour{};
}

}  // namespace

std::optional<DiscreteRule> DiscreteRule::of(const FormulaRule& rule, std::size_t neighbours) {
  Program program = rule.program.site;
  const std::size_t inputs_before = program.inputs.size();
  const std::vector<TableFactor> chances = chances_made_inputs(program, rule);
  drop_unused(program);
  DiscreteRule discrete;
  discrete.first_uniform_ = rule.inputs.size();
  std::vector<std::size_t> read;
  for (const Instruction& instruction : program.instructions)
    if (is_input(instruction)) read.push_back(instruction.constant);
  std::ranges::sort(read);
  read.erase(std::ranges::unique(read).begin(), read.end());
  // Puts the site's own state first, so that its stride is 1.
  std::ranges::stable_partition(read, [&](std::size_t input) {
    return input < rule.inputs.size() && is_own_state(rule.inputs[input]);
  });
  for (const std::size_t input : read) {
    TableFactor factor;
    if (input >= inputs_before) {
      factor = chances[input - inputs_before];
    } else if (input >= rule.inputs.size()) {
      discrete.uniform_read_.push_back(input - rule.inputs.size());
      continue;
    } else if (rule.inputs[input].kind == SiteInput::Kind::State) {
      factor = {TableFactor::Kind::State, rule.inputs[input], static_cast<std::uint32_t>(rule.states.size())};
    } else if (rule.inputs[input].kind == SiteInput::Kind::Count) {
      factor = {TableFactor::Kind::Count, rule.inputs[input], static_cast<std::uint32_t>(neighbours + 1)};
    } else {
      return std::nullopt;
    }
    factor.stride = static_cast<std::uint32_t>(discrete.entries_);
    discrete.entries_ *= factor.radix;
    if (discrete.entries_ > most_table_entries) return std::nullopt;
    discrete.factors_.push_back(factor);
    discrete.input_of_.push_back(input);
  }
  discrete.code_ = std::make_shared<const formula::Code>(std::move(program));
  return discrete;
}

std::optional<std::vector<u8>> DiscreteRule::table(const std::vector<u64>& uniform) const {
  formula::Interpreter interpreter(code_);
  for (const std::size_t result : uniform_read_)
    interpreter.fill_input(first_uniform_ + result, uniform[result]);
  std::vector<u8> next(entries_);
  for (std::size_t first = 0; first < entries_; first += formula::block) {
    const std::size_t count = std::min(formula::block, entries_ - first);
    for (std::size_t factor = 0; factor < factors_.size(); ++factor) {
      i64* const values = interpreter.whole_input(input_of_[factor]);
      for (std::size_t i = 0; i < count; ++i)
        values[i] = static_cast<i64>((first + i) / factors_[factor].stride % factors_[factor].radix);
    }
    if (interpreter.evaluate(count)) return std::nullopt;
    for (std::size_t i = 0; i < count; ++i) next[first + i] = static_cast<u8>(interpreter.whole_result(0)[i]);
  }
  return next;
}

bool DiscreteRule::is_same_table(const std::vector<u64>& uniform, const std::vector<u64>& new_uniform) const {
  return uniform.size() == new_uniform.size() &&
         std::ranges::all_of(uniform_read_, [&](std::size_t i) { return uniform[i] == new_uniform[i]; });
}

}  // namespace morula
