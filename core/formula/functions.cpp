// The functions that all formulas have.
#include "core/formula/compiler.h"

namespace morula::formula {
namespace {

std::string counted(std::size_t count) {
  return count == 0 ? "none" : count == 1 ? "1 argument" : std::to_string(count) + " arguments";
}

void expect_arguments(Compiler& compiler, const Syntax& call, std::size_t count, const std::string& usage) {
  if (call.parts.size() != count)
    compiler.fail("'" + call.text + "' takes " + counted(count) + ", not " + counted(call.parts.size()) +
                  "; write " + usage);
}

using OfOne = Value (*)(Compiler&, const Value&);

NamedFunction of_one(const std::string& usage, OfOne compile) {
  return {usage, [=](Compiler& compiler, const Syntax& call) {
            expect_arguments(compiler, call, 1, usage);
            return compile(compiler, compiler.compile(call.parts[0]));
          }};
}

template <Operation operation>
Value real_of(Compiler& compiler, const Value& a) {
  return compiler.real_function(operation, a);
}
template <Operation operation>
Value whole_of(Compiler& compiler, const Value& a) {
  return compiler.rounded(operation, a);
}

// min(a, b, …) and max(a, b, …), evaluated from the left.
template <Value (Compiler::*join)(const Value&, const Value&)>
NamedFunction of_several(const std::string& usage) {
  return {usage, [=](Compiler& compiler, const Syntax& call) {
            if (call.parts.size() < 2)
              compiler.fail("'" + call.text + "' takes 2 arguments or more, not " +
                            counted(call.parts.size()) + "; write " + usage);
            Value value = compiler.compile(call.parts[0]);
            for (std::size_t i = 1; i < call.parts.size(); ++i)
              value = (compiler.*join)(value, compiler.compile(call.parts[i]));
            return value;
          }};
}

Value clamp(Compiler& compiler, const Syntax& call) {
  expect_arguments(compiler, call, 3, "clamp(x, least, greatest)");
  const Value x = compiler.compile(call.parts[0]), least = compiler.compile(call.parts[1]),
              greatest = compiler.compile(call.parts[2]);
  return compiler.minimum(compiler.maximum(x, least), greatest);
}

// x ^ n / (k ^ n + x ^ n)
Value hill(Compiler& compiler, const Syntax& call) {
  expect_arguments(compiler, call, 3, "hill(x, k, n)");
  const Value x = compiler.real(call.parts[0]), k = compiler.real(call.parts[1]),
              n = compiler.compile(call.parts[2]);
  const Value grown = compiler.power(x, n), half_point = compiler.power(k, n);
  return compiler.divide(grown, compiler.add(half_point, grown));
}

}  // namespace

const std::map<std::string, NamedFunction, std::less<>>& common_functions() {
  static const std::map<std::string, NamedFunction, std::less<>> functions = {
      {"abs", of_one("abs(x)", [](Compiler& compiler, const Value& a) { return compiler.absolute(a); })},
      {"sqrt", of_one("sqrt(x)", real_of<Operation::SquareRoot>)},
      {"exp", of_one("exp(x)", real_of<Operation::Exponential>)},
      {"log", of_one("log(x)", real_of<Operation::Logarithm>)},
      {"sin", of_one("sin(x)", real_of<Operation::Sine>)},
      {"cos", of_one("cos(x)", real_of<Operation::Cosine>)},
      {"floor", of_one("floor(x)", whole_of<Operation::Floor>)},
      {"ceil", of_one("ceil(x)", whole_of<Operation::Ceiling>)},
      {"round", of_one("round(x)", whole_of<Operation::Round>)},
      {"min", of_several<&Compiler::minimum>("min(a, b)")},
      {"max", of_several<&Compiler::maximum>("max(a, b)")},
      {"clamp", {"clamp(x, least, greatest)", clamp}},
      {"hill", {"hill(x, k, n)", hill}},
  };
  return functions;
}

}  // namespace morula::formula
