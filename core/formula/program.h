// Formulas whose names and types have been checked: a list of operations, each on results of earlier ones.
// Threads interpret the list (models/formula/interpreter), and devices compile a text that is generated from
// it (models/formula/device_text).
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/formula/formula_error.h"

namespace morula::formula {

// Truth values are stored as the whole numbers 0 and 1.
enum class Type { Truth, Whole, Real };

std::string to_string(Type type);  // "a truth value", "a whole number", "a real number"

// formula_rule.h defines what each operation computes.
enum class Operation {
  Constant,
  Input,
  ToReal,
  // operations on whole numbers
  Add,
  Subtract,
  Multiply,
  FloorDivide,
  Modulo,
  Power,
  Negate,
  Absolute,
  Minimum,
  Maximum,
  Equal,
  Less,
  LessEqual,
  // operations on reals
  AddReal,
  SubtractReal,
  MultiplyReal,
  Divide,
  PowerReal,
  PowerWhole,  // a real number to a whole power
  NegateReal,
  AbsoluteReal,
  MinimumReal,
  MaximumReal,
  EqualReal,
  LessReal,
  LessEqualReal,
  SquareRoot,
  Exponential,
  Logarithm,
  Sine,
  Cosine,
  Floor,  // a real number to a whole one; so do the next two
  Ceiling,
  Round,
  Order,  // compares a whole number and a real exactly: -1, 0 or 1
  // operations on truth values
  Not,
  And,
  AndNot,  // first and not second
  Or,
  Select,  // the second operand if the first is true, otherwise the third
  SelectReal,
  // operations and checks that rules of transitions need
  ChanceThreshold,  // for a real between 0 and 1: number of the 2^32 words below it
  RequireBelow,     // returns the first, which must be at least 0 and below the second
};

constexpr std::uint32_t always = std::numeric_limits<std::uint32_t>::max();

// The index of an instruction identifies its result.
struct Instruction {
  Operation operation = Operation::Constant;
  Type type = Type::Whole;                // type of the result
  std::array<std::uint32_t, 3> inputs{};  // indices of instructions
  std::uint32_t guard = always;           // the instruction can fail only where the result of `guard` is true
  bool can_fail = false;
  std::uint64_t constant = 0;  // the bits of a constant, or the number of an input
  std::uint32_t formula = 0;   // the formula in which it was written, and the place in it
  Place place{};
  bool is_small = false;  // its whole numbers, where they are used, have at most 32 bits
};

unsigned inputs_of(Operation operation);  // the number of inputs that it reads
bool is_real_input(Operation operation, unsigned which);

// A value that the caller provides at every site, with its name in messages.
struct InputValue {
  std::string name;
  Type type = Type::Whole;
};

struct FormulaText {
  std::string key;  // "automaton.transitions[1].when"
  std::string text;
};

struct Program {
  std::vector<Instruction> instructions;
  std::vector<InputValue> inputs;
  std::vector<FormulaText> formulas;
  std::vector<std::uint32_t> results;  // instructions whose results are used

  bool needs_doubles() const;
};

// Removes instructions that no result, no guard and no instruction that can fail depends on. Failures count
// only in the wanted formulas; an empty list stands for all.
void drop_unused(Program& program, const std::vector<bool>& wanted_formulas = {});
// Removes inputs that no instruction reads, and renumbers the others.
void drop_unused_inputs(Program& program);

std::vector<bool> inputs_behind(const Program& program, std::uint32_t instruction);  // inputs it depends on

// Why an operation has failed: "division by zero".
std::string failure_of(Operation operation);

}  // namespace morula::formula
