#include "models/formula/interpreter.h"

#include <algorithm>
#include <cassert>

#include "models/formula/block_operations.h"

namespace morula::formula {
namespace {

// For each value, the last instruction that needs it; values that are needed after the program have no such
// instruction.
std::vector<std::size_t> last_uses(const Program& program) {
  const std::size_t end = program.instructions.size();
  std::vector<std::size_t> last(end);
  for (std::size_t i = 0; i < end; ++i) {
    const Instruction& instruction = program.instructions[i];
    last[i] = i;
    for (unsigned k = 0; k < inputs_of(instruction.operation); ++k) last[instruction.inputs[k]] = i;
    if (instruction.guard != always) last[instruction.guard] = i;
  }
  for (const std::uint32_t result : program.results) last[result] = end;
  return last;
}

}  // namespace

// Constants and inputs are written before the program begins, and have registers of their own. Any other
// register becomes free only after the last instruction that needs its value, because failures are found
// after the result of that instruction is written.
Code::Code(Program program) : program_(std::move(program)) {
  const std::vector<std::size_t> last = last_uses(program_);
  std::vector<std::uint32_t> unused;
  std::vector<std::vector<std::uint32_t>> ends_at(last.size() + 1);
  for (std::size_t i = 0; i < last.size(); ++i) {
    if (is_given(program_.instructions[i])) {
      register_of_.push_back(registers_++);
    } else {
      if (unused.empty()) unused.push_back(registers_++);
      register_of_.push_back(unused.back());
      unused.pop_back();
      ends_at[last[i]].push_back(register_of_.back());
    }
    unused.insert(unused.end(), ends_at[i].begin(), ends_at[i].end());
  }
}

Interpreter::Interpreter(std::shared_ptr<const Code> code)
    : code_(std::move(code)), registers_(code_->registers()), failed_(block), everywhere_(block, 1) {
  const Program& program = code_->program();
  input_registers_.resize(program.inputs.size(), code_->registers());
  for (std::uint32_t i = 0; i < program.instructions.size(); ++i) {
    const Instruction& instruction = program.instructions[i];
    if (instruction.operation == Operation::Constant)
      fill(code_->register_of(i), instruction.type, instruction.constant);
    if (instruction.operation == Operation::Input)
      input_registers_[instruction.constant] = code_->register_of(i);
  }
  // Inputs that the program does not read have a separate register, so that they can be written nevertheless.
  if (std::ranges::count(input_registers_, code_->registers()) > 0) registers_.emplace_back();
}

void Interpreter::fill(std::uint32_t number, Type type, u64 bits) {
  if (type == Type::Real)
    std::fill_n(reals(number), block, f64_of_bits(bits));
  else
    std::fill_n(wholes(number), block, static_cast<i64>(bits));
}

void Interpreter::fill_input(std::size_t input, u64 bits) {
  fill(input_registers_[input], code_->program().inputs[input].type, bits);
}

bool Interpreter::evaluate(std::size_t count) {
  assert(count <= block);
  std::fill_n(failed_.begin(), count, 0);
  for (std::size_t i = 0; i < code_->program().instructions.size(); ++i) carry_out(i, count);
  i64 any = 0;
  for (std::size_t i = 0; i < count; ++i) any |= failed_[i];
  return any != 0;
}

std::size_t Interpreter::failing_instruction() {
  failed_[0] = 0;
  std::size_t number = 0;
  for (; number < code_->program().instructions.size() && failed_[0] == 0; ++number) carry_out(number, 1);
  assert(failed_[0] != 0);
  return number - 1;
}

void Interpreter::carry_out(std::size_t number, std::size_t count) {
  const Instruction& instruction = code_->program().instructions[number];
  if (is_given(instruction)) return;
  const BlockOperation operation = block_operation(instruction.operation);
  Operands operands{wholes(code_->register_of(static_cast<std::uint32_t>(number)))};
  for (unsigned k = 0; k < inputs_of(instruction.operation); ++k)
    operands.inputs[k] = wholes(code_->register_of(instruction.inputs[k]));
  operation.compute(operands, count);
  if (!instruction.can_fail) return;
  const i64* const guard =
      instruction.guard == always ? everywhere_.data() : wholes(code_->register_of(instruction.guard));
  operation.find_failures(operands, count, guard, failed_.data());
}

}  // namespace morula::formula
