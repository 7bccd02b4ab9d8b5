// The operations of formulas on blocks of values.
#pragma once

#include <array>
#include <cstddef>

#include "core/dialect_f64.h"
#include "core/formula/program.h"

namespace morula::formula {

// Pointers to the values of an operation: i64 for whole numbers and truth values, f64 for reals.
struct Operands {
  void* result = nullptr;
  std::array<const void*, 3> inputs{};
};

struct BlockOperation {
  void (*compute)(const Operands& operands, std::size_t count) = nullptr;
  // Sets failed[i] to 1 where the operation fails and guard[i] is 1. Null if the operation never fails.
  void (*find_failures)(const Operands& operands, std::size_t count, const i64* guard, i64* failed) = nullptr;
};

BlockOperation block_operation(Operation operation);

// Is the value of an instruction known before the program begins?
inline bool is_given(const Instruction& instruction) {
  return instruction.operation == Operation::Constant || instruction.operation == Operation::Input;
}

}  // namespace morula::formula
