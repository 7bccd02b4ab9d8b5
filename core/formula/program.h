// Formulas after their names and types are checked: a list of operations, each on results of earlier ones.
// Threads interpret it (models/formula/interpreter), and devices compile the text that is made of it
// (models/formula/device_text).
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/formula/formula_error.h"

namespace morula::formula {

// Truth values are held as the whole numbers 0 and 1.
enum class Type { Truth, Whole, Real };

std::string to_string(Type type);  // "a truth value", "a whole number", "a real number"

// formula_rule.h defines what each operation computes.
enum class Operation {
  Constant,
  Input,
  ToReal,
  // of whole numbers
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
  // of reals
  AddReal,
  SubtractReal,
  MultiplyReal,
  Divide,
  PowerReal,
  PowerWhole,  // a real to a whole power
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
  Floor,  // of a real, as a whole number; so are the next two
  Ceiling,
  Round,
  Order,  // of a whole number and a real: -1, 0 or 1, exactly
  // of truth values
  Not,
  And,
  AndNot,  // the first and not the second
  Or,
  Select,  // the second where the first is true, else the third
  SelectReal,
  // checks that a rule of transitions needs
  ChanceThreshold,  // of a real between 0 and 1: how many of 2^32 words are below it
  RequireBelow,     // the first, which must be at least 0 and below the second
};

constexpr std::uint32_t always = std::numeric_limits<std::uint32_t>::max();

// The number of an instruction stands for its result.
struct Instruction {
  Operation operation = Operation::Constant;
  Type type = Type::Whole;                // of the result
  std::array<std::uint32_t, 3> inputs{};  // instructions
  std::uint32_t guard = always;           // can_fail counts only where the result of this instruction is true
  bool can_fail = false;
  std::uint64_t constant = 0;  // the bits of a constant, or the number of an input
  std::uint32_t formula = 0;   // where it was written: which formula, and where in it
  Place place{};
  bool is_small = false;  // its whole numbers, where they are wanted, have at most 32 bits
};

unsigned inputs_of(Operation operation);  // the number of inputs that it reads
bool is_real_input(Operation operation, unsigned which);

// A value that the caller provides at every site, with the name that messages call it by.
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
  std::vector<std::uint32_t> results;  // instructions whose results are wanted

  bool needs_doubles() const;
};

// Removes instructions on which no result, no guard and no instruction that can fail depends; failures count
// in formulas that are wanted: all of them, if none is named.
void drop_unused(Program& program, const std::vector<bool>& wanted_formulas = {});
// Removes inputs that no instruction reads, and renumbers the others.
void drop_unused_inputs(Program& program);

std::vector<bool> inputs_behind(const Program& program, std::uint32_t instruction);  // that it depends on

// Why an operation has failed: "division by zero".
std::string failure_of(Operation operation);

}  // namespace morula::formula
