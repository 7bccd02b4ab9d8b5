// The names that a formula may use: a family adds its own to the functions that all formulas have.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <variant>

#include "core/formula/program.h"
#include "core/formula/syntax.h"

namespace morula::formula {

class Compiler;

// The result of an instruction, with facts about it that are known before evaluation: the range of a whole
// number, or whether a real is finite. Instructions that cannot fail are not checked when they are evaluated.
struct Value {
  std::uint32_t instruction = 0;
  Type type = Type::Whole;
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
  bool is_finite = false;

  bool is_constant() const { return type != Type::Real && least == greatest; }
};

struct NamedConstant {
  Type type = Type::Whole;
  std::uint64_t bits = 0;
};

// A value that the caller provides for each site, and its bounds.
struct NamedInput {
  InputValue input;
  std::int64_t least = std::numeric_limits<std::int64_t>::min();
  std::int64_t greatest = std::numeric_limits<std::int64_t>::max();
  bool is_finite = true;
};

struct NamedFunction {
  std::string usage;  // "count(CONDITION)"
  std::function<Value(Compiler& compiler, const Syntax& call)> compile;
};

struct Vocabulary {
  std::map<std::string, std::variant<NamedConstant, NamedInput, Value>, std::less<>> values;
  std::map<std::string, NamedFunction, std::less<>> functions;
  // Names that are known in other places, with the reason why they cannot be used here.
  std::map<std::string, std::string, std::less<>> refused;
};

// The reason why a name cannot be given to a state, a parameter or a definition; empty if it can. Names have
// letters, digits and _, and must differ from the words of the language and from the functions of all
// formulas.
std::string wrong_with_name(const std::string& name);

}  // namespace morula::formula
