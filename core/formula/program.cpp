#include "core/formula/program.h"

#include <algorithm>
#include <utility>

namespace morula::formula {

std::string to_string(Type type) {
  switch (type) {
    case Type::Truth:
      return "a truth value";
    case Type::Whole:
      return "a whole number";
    case Type::Real:
      break;
  }
  return "a real number";
}

namespace {

bool is_of_one_real(Operation operation) {
  switch (operation) {
    case Operation::NegateReal:
    case Operation::AbsoluteReal:
    case Operation::SquareRoot:
    case Operation::Exponential:
    case Operation::Logarithm:
    case Operation::Sine:
    case Operation::Cosine:
    case Operation::Floor:
    case Operation::Ceiling:
    case Operation::Round:
    case Operation::ChanceThreshold:
      return true;
    default:
      return false;
  }
}

}  // namespace

unsigned inputs_of(Operation operation) {
  if (is_of_one_real(operation)) return 1;
  switch (operation) {
    case Operation::Constant:
    case Operation::Input:
      return 0;
    case Operation::ToReal:
    case Operation::Negate:
    case Operation::Absolute:
    case Operation::Not:
      return 1;
    case Operation::Select:
    case Operation::SelectReal:
      return 3;
    default:
      return 2;
  }
}

bool is_real_input(Operation operation, unsigned which) {
  if (is_of_one_real(operation)) return true;
  switch (operation) {
    case Operation::AddReal:
    case Operation::SubtractReal:
    case Operation::MultiplyReal:
    case Operation::Divide:
    case Operation::PowerReal:
    case Operation::MinimumReal:
    case Operation::MaximumReal:
    case Operation::EqualReal:
    case Operation::LessReal:
    case Operation::LessEqualReal:
      return true;
    case Operation::PowerWhole:
      return which == 0;
    case Operation::Order:
      return which == 1;
    case Operation::SelectReal:
      return which > 0;
    default:
      return false;
  }
}

bool Program::needs_doubles() const {
  return std::ranges::any_of(instructions,
                             [](const Instruction& instruction) { return instruction.type == Type::Real; });
}

void drop_unused(Program& program, const std::vector<bool>& wanted_formulas) {
  std::vector<bool> is_used(program.instructions.size());
  for (const std::uint32_t result : program.results) is_used[result] = true;
  for (std::size_t i = program.instructions.size(); i > 0; --i) {
    const Instruction& instruction = program.instructions[i - 1];
    const bool is_wanted = wanted_formulas.empty() || wanted_formulas[instruction.formula];
    if (!is_used[i - 1] && !(instruction.can_fail && is_wanted)) continue;
    is_used[i - 1] = true;
    for (unsigned k = 0; k < inputs_of(instruction.operation); ++k) is_used[instruction.inputs[k]] = true;
    if (instruction.can_fail && instruction.guard != always) is_used[instruction.guard] = true;
  }
  std::vector<std::uint32_t> number(is_used.size());
  std::vector<Instruction> kept;
  for (std::size_t i = 0; i < is_used.size(); ++i) {
    if (!is_used[i]) continue;
    number[i] = static_cast<std::uint32_t>(kept.size());
    Instruction instruction = program.instructions[i];
    for (unsigned k = 0; k < inputs_of(instruction.operation); ++k)
      instruction.inputs[k] = number[instruction.inputs[k]];
    if (!instruction.can_fail)
      instruction.guard = always;
    else if (instruction.guard != always)
      instruction.guard = number[instruction.guard];
    kept.push_back(instruction);
  }
  for (std::uint32_t& result : program.results) result = number[result];
  program.instructions = std::move(kept);
}

void drop_unused_inputs(Program& program) {
  std::vector<std::uint64_t> number(program.inputs.size(), program.inputs.size());
  std::vector<InputValue> kept;
  for (Instruction& instruction : program.instructions) {
    if (instruction.operation != Operation::Input) continue;
    std::uint64_t& renumbered = number[instruction.constant];
    if (renumbered == number.size()) {
      renumbered = kept.size();
      kept.push_back(program.inputs[instruction.constant]);
    }
    instruction.constant = renumbered;
  }
  program.inputs = std::move(kept);
}

std::vector<bool> inputs_behind(const Program& program, std::uint32_t instruction) {
  std::vector<bool> is_needed(program.instructions.size()), is_input(program.inputs.size());
  is_needed[instruction] = true;
  for (std::uint32_t i = instruction + 1; i-- > 0;) {
    if (!is_needed[i]) continue;
    const Instruction& needed = program.instructions[i];
    if (needed.operation == Operation::Input) is_input[needed.constant] = true;
    for (unsigned k = 0; k < inputs_of(needed.operation); ++k) is_needed[needed.inputs[k]] = true;
  }
  return is_input;
}

std::string failure_of(Operation operation) {
  switch (operation) {
    case Operation::FloorDivide:
    case Operation::Modulo:
      return "division by zero, or a quotient beyond 64 bits";
    case Operation::Divide:
      return "division by zero, or infinity divided by infinity";
    case Operation::Power:
      return "a negative exponent of a whole number, or a power beyond 64 bits; write 2.0 for a real base";
    case Operation::PowerReal:
      return "a power that is not a number: a negative base needs a whole exponent, 0 an exponent of at "
             "least 0";
    case Operation::PowerWhole:
      return "0 to a negative power";
    case Operation::SquareRoot:
      return "the square root of a negative number";
    case Operation::Logarithm:
      return "the logarithm of a number that is not above 0";
    case Operation::Sine:
    case Operation::Cosine:
      return "an angle beyond 1,000,000 radians";
    case Operation::ChanceThreshold:
      return "a chance that is not between 0 and 1, or too small to be distinguished from 0 (below 2^-32)";
    case Operation::RequireBelow:
      return "a state that does not exist";
    case Operation::AddReal:
    case Operation::SubtractReal:
    case Operation::MultiplyReal:
      return "a result that is not a number, since infinity is among its operands";
    default:
      return "a whole number beyond 64 bits";
  }
}

}  // namespace morula::formula
