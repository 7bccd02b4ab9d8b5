#include "models/formula/split_program.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

#include "models/formula/block_operations.h"

namespace morula::formula {
namespace {

// An operation has the same value at every site if its operands do. Constants count as such operands.
std::vector<bool> find_uniform(const Program& program, const std::vector<bool>& is_uniform_input) {
  std::vector<bool> is_uniform(program.instructions.size());
  for (std::size_t i = 0; i < is_uniform.size(); ++i) {
    const Instruction& instruction = program.instructions[i];
    if (instruction.operation == Operation::Input) is_uniform[i] = is_uniform_input[instruction.constant];
    if (is_given(instruction)) continue;
    bool is_same = true;
    for (unsigned k = 0; k < inputs_of(instruction.operation); ++k) {
      const std::uint32_t operand = instruction.inputs[k];
      const bool is_constant = program.instructions[operand].operation == Operation::Constant;
      is_same = is_same && (is_constant || is_uniform[operand]);
    }
    is_uniform[i] = is_same;
  }
  return is_uniform;
}

// Writes the program of the sites. Uniform values that a site needs become inputs.
class SiteProgram {
 public:
  explicit SiteProgram(SplitProgram& split) : split_(split), number_(split.whole.instructions.size()) {
    split_.site.inputs = split_.whole.inputs;
    split_.site.formulas = split_.whole.formulas;
  }

  void write() {
    const std::vector<Instruction>& instructions = split_.whole.instructions;
    for (std::uint32_t i = 0; i < instructions.size(); ++i)
      if (!split_.is_uniform[i])
        add(i);
      else if (instructions[i].can_fail && has_site_guard(instructions[i]))
        require(i);
    for (const std::uint32_t result : split_.whole.results) split_.site.results.push_back(operand(result));
    drop_unused(split_.site);
  }

 private:
  bool has_site_guard(const Instruction& instruction) const {
    return instruction.guard != always && !split_.is_uniform[instruction.guard] &&
           split_.whole.instructions[instruction.guard].operation != Operation::Constant;
  }

  std::uint32_t push(const Instruction& instruction) {
    split_.site.instructions.push_back(instruction);
    return static_cast<std::uint32_t>(split_.site.instructions.size() - 1);
  }

  std::uint32_t uniform_input(const UniformResult& result, Type type) {
    const auto [found, is_new] = inputs_.try_emplace({result.instruction, result.is_failure});
    if (is_new) {
      Instruction instruction = split_.whole.instructions[result.instruction];
      instruction = {Operation::Input,
                     type,
                     {},
                     always,
                     false,
                     split_.site.inputs.size(),
                     instruction.formula,
                     instruction.place,
                     instruction.is_small || result.is_failure};
      split_.site.inputs.push_back({"", type});
      split_.uniform.push_back(result);
      found->second = push(instruction);
    }
    return found->second;
  }

  std::uint32_t operand(std::uint32_t whole) {
    if (split_.is_uniform[whole]) return uniform_input({whole}, split_.whole.instructions[whole].type);
    return number_[whole];
  }

  void add(std::uint32_t whole) {
    Instruction instruction = split_.whole.instructions[whole];
    for (unsigned k = 0; k < inputs_of(instruction.operation); ++k)
      instruction.inputs[k] = operand(instruction.inputs[k]);
    if (instruction.guard != always) instruction.guard = operand(instruction.guard);
    number_[whole] = push(instruction);
  }

  // Makes a site fail if this uniform operation has failed and its guard is true at the site.
  void require(std::uint32_t whole) {
    const Instruction& operation = split_.whole.instructions[whole];
    const std::uint32_t failure = uniform_input({whole, true}, Type::Truth);
    const Instruction constant_one{Operation::Constant, Type::Whole,    {}, always, false, 1,
                                   operation.formula,   operation.place};
    const std::uint32_t bound = push(constant_one), guard = operand(operation.guard);
    push({Operation::RequireBelow,
          Type::Whole,
          {failure, bound, 0},
          guard,
          true,
          0,
          operation.formula,
          operation.place});
  }

  SplitProgram& split_;
  std::vector<std::uint32_t> number_;  // index in `site` of each instruction of the whole program
  std::map<std::pair<std::uint32_t, bool>, std::uint32_t> inputs_;
};

}  // namespace

bool SplitProgram::can_fail() const {
  return std::ranges::any_of(whole.instructions, &Instruction::can_fail);
}

SplitProgram split(Program whole, std::vector<bool> is_uniform_input) {
  assert(is_uniform_input.size() == whole.inputs.size());
  SplitProgram program;
  program.whole = std::move(whole);
  program.is_uniform = find_uniform(program.whole, is_uniform_input);
  program.is_uniform_input = std::move(is_uniform_input);
  SiteProgram(program).write();
  return program;
}

UniformValues::UniformValues(const SplitProgram& program)
    : program_(program),
      values_(program.whole.instructions.size()),
      fails_(values_.size()),
      results_(program.uniform.size()) {
  for (std::size_t i = 0; i < values_.size(); ++i)
    if (const Instruction& instruction = program.whole.instructions[i];
        instruction.operation == Operation::Constant)
      values_[i] = instruction.constant;
}

std::optional<std::uint32_t> UniformValues::evaluate(const std::vector<u64>& inputs) {
  std::optional<std::uint32_t> failing;
  for (std::uint32_t i = 0; i < values_.size(); ++i) {
    if (!program_.is_uniform[i]) continue;
    const Instruction& instruction = program_.whole.instructions[i];
    if (instruction.operation == Operation::Input) {
      values_[i] = inputs[instruction.constant];
      continue;
    }
    carry_out(i);
    if (!fails_[i] || failing) continue;
    const bool is_constant_guard =
        instruction.guard != always &&
        program_.whole.instructions[instruction.guard].operation == Operation::Constant;
    const bool is_known =
        instruction.guard == always || is_constant_guard || program_.is_uniform[instruction.guard];
    if (is_known && (instruction.guard == always || values_[instruction.guard] != 0)) failing = i;
  }
  for (std::size_t k = 0; k < results_.size(); ++k) {
    const UniformResult& result = program_.uniform[k];
    results_[k] =
        result.is_failure ? static_cast<u64>(fails_[result.instruction]) : values_[result.instruction];
  }
  return failing;
}

std::optional<std::uint32_t> failing_for(const SplitProgram& program, const std::vector<u64>& inputs) {
  UniformValues uniform(program);
  const auto always_failing = uniform.evaluate(inputs);
  for (std::uint32_t i = 0; i < program.whole.instructions.size(); ++i) {
    const bool is_chance = program.whole.instructions[i].operation == Operation::ChanceThreshold;
    if (program.is_uniform[i] && uniform.fails(i) && (i == always_failing || is_chance)) return i;
  }
  return std::nullopt;
}

void UniformValues::carry_out(std::uint32_t number) {
  const Instruction& instruction = program_.whole.instructions[number];
  Operands operands{&values_[number]};
  for (unsigned k = 0; k < inputs_of(instruction.operation); ++k)
    operands.inputs[k] = &values_[instruction.inputs[k]];
  const BlockOperation operation = block_operation(instruction.operation);
  operation.compute(operands, 1);
  fails_[number] = 0;
  constexpr i64 everywhere = 1;
  if (instruction.can_fail) operation.find_failures(operands, 1, &everywhere, &fails_[number]);
}

}  // namespace morula::formula
