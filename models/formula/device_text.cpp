#include "models/formula/device_text.h"

#include <fmt/format.h>

#include <cassert>
#include <utility>

#include "texts/morula_formula.h"

namespace morula::formula {
namespace {

// Texts of an operation on {0}, {1} and {2}: its result, and the condition under which it fails.
struct OperationText {
  const char* value;
  const char* fails = "";
};

OperationText text_of(Operation operation) {
  switch (operation) {
    case Operation::Constant:
    case Operation::Input:
      break;
    case Operation::ToReal:
      return {"(f64){0}"};
    case Operation::Add:
      return {"whole_add({0}, {1})", "add_fails({0}, {1})"};
    case Operation::Subtract:
      return {"whole_subtract({0}, {1})", "subtract_fails({0}, {1})"};
    case Operation::Multiply:
      return {"whole_multiply({0}, {1})", "multiply_fails({0}, {1})"};
    case Operation::FloorDivide:
      return {"whole_floor_divide({0}, {1})", "floor_divide_fails({0}, {1})"};
    case Operation::Modulo:
      return {"whole_modulo({0}, {1})", "{1} == 0"};
    case Operation::Power:
      return {"whole_power({0}, {1}).value", "whole_power({0}, {1}).fails"};
    case Operation::Negate:
      return {"whole_negate({0})", "is_least_whole({0})"};
    case Operation::Absolute:
      return {"whole_absolute({0})", "is_least_whole({0})"};
    case Operation::Minimum:
      return {"whole_minimum({0}, {1})"};
    case Operation::Maximum:
      return {"whole_maximum({0}, {1})"};
    case Operation::Equal:
    case Operation::EqualReal:
      return {"{0} == {1}"};
    case Operation::Less:
    case Operation::LessReal:
      return {"{0} < {1}"};
    case Operation::LessEqual:
    case Operation::LessEqualReal:
      return {"{0} <= {1}"};
    case Operation::AddReal:
      return {"{0} + {1}", "is_not_a_number({0} + {1})"};
    case Operation::SubtractReal:
      return {"{0} - {1}", "is_not_a_number({0} - {1})"};
    case Operation::MultiplyReal:
      return {"{0} * {1}", "is_not_a_number({0} * {1})"};
    case Operation::Divide:
      return {"{0} / {1}", "divide_fails({0}, {1})"};
    case Operation::PowerReal:
      return {"real_power({0}, {1})", "real_power_fails({0}, {1})"};
    case Operation::PowerWhole:
      return {"power_of_real({0}, {1})", "power_of_real_fails({0}, {1})"};
    case Operation::NegateReal:
      return {"-{0}"};
    case Operation::AbsoluteReal:
      return {"real_absolute({0})"};
    case Operation::MinimumReal:
      return {"real_minimum({0}, {1})"};
    case Operation::MaximumReal:
      return {"real_maximum({0}, {1})"};
    case Operation::SquareRoot:
      return {"sqrt_f64({0})", "square_root_fails({0})"};
    case Operation::Exponential:
      return {"real_exponential({0})"};
    case Operation::Logarithm:
      return {"real_logarithm({0})", "logarithm_fails({0})"};
    case Operation::Sine:
      return {"real_sine({0})", "angle_fails({0})"};
    case Operation::Cosine:
      return {"real_cosine({0})", "angle_fails({0})"};
    case Operation::Floor:
      return {"whole_of(floor_f64({0}))", "whole_fails(floor_f64({0}))"};
    case Operation::Ceiling:
      return {"whole_of(real_ceiling({0}))", "whole_fails(real_ceiling({0}))"};
    case Operation::Round:
      return {"whole_of(real_round({0}))", "whole_fails(real_round({0}))"};
    case Operation::Order:
      return {"order_of({0}, {1})"};
    case Operation::Not:
      return {"{0} ^ 1"};
    case Operation::And:
      return {"{0} & {1}"};
    case Operation::AndNot:
      return {"{0} & ({1} ^ 1)"};
    case Operation::Or:
      return {"{0} | {1}"};
    case Operation::Select:
      return {"{0} ? {1} : {2}"};
    case Operation::SelectReal:
      return {"chosen_f64({0} != 0, {1}, {2})"};
    case Operation::ChanceThreshold:
      return {"chance_threshold({0})", "chance_fails({0})"};
    case Operation::RequireBelow:
      return {"{0}", "{0} < 0 || {0} >= {1}"};
  }
  return {""};
}

// Texts for whole numbers of 32 bits, used if operands and result are known to fit.
const char* small_text_of(Operation operation) {
  switch (operation) {
    case Operation::Add:
      return "small_add({0}, {1})";
    case Operation::Subtract:
      return "small_subtract({0}, {1})";
    case Operation::Multiply:
      return "small_multiply({0}, {1})";
    case Operation::FloorDivide:
      return "small_floor_divide({0}, {1})";
    case Operation::Modulo:
      return "small_modulo({0}, {1})";
    case Operation::Negate:
      return "small_negate({0})";
    case Operation::Absolute:
      return "small_absolute({0})";
    case Operation::Minimum:
      return "small_minimum({0}, {1})";
    case Operation::Maximum:
      return "small_maximum({0}, {1})";
    default:
      return nullptr;
  }
}

bool is_small(const Program& program, const Instruction& instruction) {
  bool is_small = instruction.is_small;
  for (unsigned k = 0; k < inputs_of(instruction.operation); ++k)
    is_small = is_small && program.instructions[instruction.inputs[k]].is_small;
  return is_small;
}

std::string type_of(const Instruction& instruction) {
  return instruction.type == Type::Real ? "f64" : instruction.is_small ? "i32" : "i64";
}

std::string value_text(const Program& program, const Instruction& instruction,
                       const std::vector<std::string>& inputs) {
  if (instruction.operation == Operation::Input)
    return instruction.is_small ? "(i32)(" + inputs[instruction.constant] + ")"
                                : inputs[instruction.constant];
  const std::string bits = fmt::format("0x{:x}u", instruction.constant);
  if (instruction.operation == Operation::Constant)
    return instruction.type == Type::Real ? "f64_of_bits((u64)" + bits + ")"
                                          : fmt::format("({})", type_of(instruction)) + bits;
  const char* const small = is_small(program, instruction) ? small_text_of(instruction.operation) : nullptr;
  return small ? small : text_of(instruction.operation).value;
}

std::string with_operands(const std::string& text, const Instruction& instruction) {
  return fmt::format(fmt::runtime(text), variable_of(instruction.inputs[0]),
                     variable_of(instruction.inputs[1]), variable_of(instruction.inputs[2]));
}

}  // namespace

std::string variable_of(std::uint32_t instruction) { return fmt::format("v{}", instruction); }

std::string device_text(const Program& program, const std::vector<std::string>& inputs) {
  assert(inputs.size() == program.inputs.size());
  std::string statements;
  for (std::uint32_t i = 0; i < program.instructions.size(); ++i) {
    const Instruction& instruction = program.instructions[i];
    const std::string value = value_text(program, instruction, inputs);
    const bool is_given = inputs_of(instruction.operation) == 0;
    statements += fmt::format("{} {} = {};\n", type_of(instruction), variable_of(i),
                              is_given ? value : with_operands(value, instruction));
    if (!instruction.can_fail) continue;
    const std::string fails = with_operands(text_of(instruction.operation).fails, instruction);
    statements += instruction.guard == always
                      ? fmt::format("failed |= (i64)({});\n", fails)
                      : fmt::format("failed |= {} & (i64)({});\n", variable_of(instruction.guard), fails);
  }
  return statements;
}

const gpu::Text& elementary_text() { return gpu::text::core::elementary_rule; }

gpu::Source with_formula_rules(std::string name, const gpu::Text& kernel) {
  return {std::move(name),
          {gpu::text::core::elementary_rule, gpu::text::core::formula::formula_rule, kernel},
          {}};
}

}  // namespace morula::formula
