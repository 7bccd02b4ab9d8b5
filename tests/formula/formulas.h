// Formulas for tests, with names like those of a forest fire model.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "core/formula/compiler.h"
#include "models/formula/interpreter.h"
#include "tests/formula/reference.h"

namespace morula::test {

inline formula::Vocabulary forest_names() {
  using namespace formula;
  Vocabulary names;
  names.values["state"] = NamedInput{{"state", Type::Whole}, 0, 2};
  for (const char* axis : {"x", "y"}) names.values[axis] = NamedInput{{axis, Type::Whole}, 0, 1023};
  names.values["step"] = NamedInput{{"step", Type::Whole}, 0, (std::int64_t{1} << 48) - 1};
  names.values["growth"] = NamedInput{{"growth", Type::Real}};
  std::uint64_t number = 0;
  for (const char* state : {"empty", "tree", "fire"})
    names.values[state] = NamedConstant{Type::Whole, number++};
  names.refused["z"] = "'z' is for lattices in three dimensions";
  return names;
}

inline formula::Program compiled(const std::string& text, const formula::Vocabulary& names = forest_names()) {
  formula::Program program;
  formula::Compiler compiler(program);
  program.results = {compiler.compile({"formula", text}, names).instruction};
  return program;
}

// The value of the formula if every name is 0 or false. Throws Failure.
inline Evaluated value_of(const std::string& text) {
  const formula::Program program = compiled(text);
  formula::Interpreter interpreter(std::make_shared<const formula::Code>(program));
  for (std::size_t k = 0; k < program.inputs.size(); ++k) interpreter.whole_input(k)[0] = 0;
  if (interpreter.evaluate(1)) throw Failure{};
  switch (program.instructions[program.results.front()].type) {
    case formula::Type::Truth:
      return interpreter.whole_result(0)[0] != 0;
    case formula::Type::Whole:
      return interpreter.whole_result(0)[0];
    case formula::Type::Real:
      break;
  }
  return interpreter.real_result(0)[0];
}

}  // namespace morula::test
