// The names that may stand in a formula: a family brings its own to the functions that all formulas have.
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

// The result of an instruction, and what is known of it before anything is evaluated: which whole numbers it
// can be, or whether it is a finite real. What cannot fail is not checked when it is evaluated.
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

// A value that the caller provides for each site, and the bounds between which it lies.
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
  // Names that are known elsewhere, and why they cannot stand here.
  std::map<std::string, std::string, std::less<>> refused;
};

// Says why a name cannot be given to a state, a parameter or a definition; empty if it can. Names have
// letters, digits and _, and are neither a word of the language nor a function that all formulas have.
std::string wrong_with_name(const std::string& name);

}  // namespace morula::formula
