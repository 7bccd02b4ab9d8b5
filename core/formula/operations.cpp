// The operations of a program, with the types and known bounds of their results.
#include <algorithm>
#include <bit>
#include <cmath>
#include <initializer_list>

#include "core/formula/compiler.h"

namespace morula::formula {
namespace {

constexpr Int128 least_whole = std::numeric_limits<std::int64_t>::min();
constexpr Int128 greatest_whole = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t largest_exact = std::int64_t{1} << 53;  // whole numbers up to this are exact as reals

bool is_either_real(const Value& a, const Value& b) { return a.type == Type::Real || b.type == Type::Real; }
Int128 magnitude(const Value& a) { return std::max(-Int128{a.least}, Int128{a.greatest}); }
bool is_small(const Value& a) {
  return a.type == Type::Truth ||
         (a.type == Type::Whole && a.least >= std::numeric_limits<std::int32_t>::min() &&
          a.greatest <= std::numeric_limits<std::int32_t>::max());
}
bool has_zero(const Value& a) { return a.least <= 0 && a.greatest >= 0; }

}  // namespace

Value Compiler::emit(Operation operation, Type type, std::initializer_list<Value> inputs, bool can_fail,
                     std::uint64_t constant) {
  Instruction instruction{operation, type, {}, guard_, can_fail, constant, formula_, place_};
  std::size_t k = 0;
  for (const Value& value : inputs) instruction.inputs[k++] = value.instruction;
  Value result;
  result.instruction = static_cast<std::uint32_t>(program_.instructions.size());
  result.type = type;
  const bool is_given = inputs.size() == 0;  // constants and inputs exist only once anyway
  if (!is_given)
    result.instruction =
        computed_
            .try_emplace({operation, type, instruction.inputs, can_fail ? guard_ : always, can_fail},
                         result.instruction)
            .first->second;
  if (result.instruction == program_.instructions.size()) program_.instructions.push_back(instruction);
  if (type == Type::Truth) result.least = 0, result.greatest = 1;
  return bounded(result);
}

Value Compiler::bounded(const Value& value) {
  program_.instructions[value.instruction].is_small = is_small(value);
  return value;
}

Value Compiler::emit_whole(Operation operation, std::initializer_list<Value> inputs, Int128 least,
                           Int128 greatest, bool can_fail, Type type) {
  const bool overflows = least < least_whole || greatest > greatest_whole;
  Value result = emit(operation, type, inputs, can_fail || overflows);
  result.least = static_cast<std::int64_t>(std::clamp(least, least_whole, greatest_whole));
  result.greatest = static_cast<std::int64_t>(std::clamp(greatest, least_whole, greatest_whole));
  return bounded(result);
}

Value Compiler::guard_value() const {
  Value value;
  value.instruction = guard_;
  value.type = Type::Truth;
  return value;
}

Value Compiler::constant_whole(std::int64_t number) {
  const auto key = std::pair(Type::Whole, static_cast<std::uint64_t>(number));
  const auto [found, is_new] = constants_.try_emplace(key);
  if (is_new) {
    found->second = emit(Operation::Constant, Type::Whole, {}, false, key.second);
    found->second.least = found->second.greatest = number;
    bounded(found->second);
  }
  return found->second;
}

Value Compiler::constant_truth(bool is_true) {
  const auto [found, is_new] = constants_.try_emplace({Type::Truth, is_true ? 1 : 0});
  if (is_new) {
    found->second = emit(Operation::Constant, Type::Truth, {}, false, is_true ? 1 : 0);
    found->second.least = found->second.greatest = is_true ? 1 : 0;
  }
  return found->second;
}

Value Compiler::constant_real(double number) {
  const auto key = std::pair(Type::Real, std::bit_cast<std::uint64_t>(number));
  const auto [found, is_new] = constants_.try_emplace(key);
  if (is_new) {
    found->second = emit(Operation::Constant, Type::Real, {}, false, key.second);
    found->second.is_finite = std::isfinite(number);
  }
  return found->second;
}

Value Compiler::input(const NamedInput& named) {
  const auto [found, is_new] = inputs_.try_emplace(named.input.name);
  if (!is_new) return found->second;
  Value value = emit(Operation::Input, named.input.type, {}, false, program_.inputs.size());
  program_.inputs.push_back(named.input);
  value.is_finite = named.is_finite;
  if (named.input.type == Type::Whole) value.least = named.least, value.greatest = named.greatest;
  return found->second = bounded(value);
}

bool Compiler::is_constant(const Value& value) const {
  return program_.instructions[value.instruction].operation == Operation::Constant;
}

bool Compiler::is_zero(const Value& value) const {
  if (value.type != Type::Real) return value.is_constant() && value.least == 0;
  return is_constant(value) && std::bit_cast<double>(program_.instructions[value.instruction].constant) == 0;
}

Value Compiler::to_real(const Value& value) {
  if (value.type == Type::Real) return value;
  if (value.is_constant()) return constant_real(static_cast<double>(value.least));
  Value result = emit(Operation::ToReal, Type::Real, {value}, false);
  result.is_finite = true;
  return result;
}

// A sum of reals is NaN only for infinity minus infinity; a product is NaN only for 0 times infinity.
Value Compiler::add(const Value& a, const Value& b) {
  if (is_either_real(a, b)) {
    const Value first = to_real(a), second = to_real(b);
    return emit(Operation::AddReal, Type::Real, {first, second}, !first.is_finite && !second.is_finite);
  }
  return emit_whole(Operation::Add, {a, b}, Int128{a.least} + b.least, Int128{a.greatest} + b.greatest);
}

Value Compiler::subtract(const Value& a, const Value& b) {
  if (is_either_real(a, b)) {
    const Value first = to_real(a), second = to_real(b);
    return emit(Operation::SubtractReal, Type::Real, {first, second}, !first.is_finite && !second.is_finite);
  }
  return emit_whole(Operation::Subtract, {a, b}, Int128{a.least} - b.greatest, Int128{a.greatest} - b.least);
}

Value Compiler::multiply(const Value& a, const Value& b) {
  if (is_either_real(a, b)) {
    const Value first = to_real(a), second = to_real(b);
    return emit(Operation::MultiplyReal, Type::Real, {first, second}, !first.is_finite || !second.is_finite);
  }
  const std::initializer_list<Int128> corners = {Int128{a.least} * b.least, Int128{a.least} * b.greatest,
                                                 Int128{a.greatest} * b.least,
                                                 Int128{a.greatest} * b.greatest};
  return emit_whole(Operation::Multiply, {a, b}, std::min(corners), std::max(corners));
}

Value Compiler::divide(const Value& a, const Value& b) {
  if (is_zero(b)) fail("this divides by 0, which has no answer at any site");
  const Value dividend = to_real(a), divisor = to_real(b);
  return emit(Operation::Divide, Type::Real, {dividend, divisor}, !is_constant(divisor));
}

Value Compiler::floor_divide(const Value& a, const Value& b) {
  if (is_zero(b)) fail("this divides by 0, which has no answer at any site");
  const bool can_fail = has_zero(b) || (a.least == least_whole && b.least <= -1 && b.greatest >= -1);
  if (a.least >= 0 && b.least > 0)
    return emit_whole(Operation::FloorDivide, {a, b}, 0, a.greatest / b.least, can_fail);
  const Int128 most = magnitude(a);
  return emit_whole(Operation::FloorDivide, {a, b}, std::max(-most, least_whole),
                    std::min(most, greatest_whole), can_fail);
}

Value Compiler::modulo(const Value& a, const Value& b) {
  if (is_zero(b)) fail("this divides by 0, which has no answer at any site");
  const Int128 least = std::min<Int128>(0, Int128{b.least} + 1);
  const Int128 greatest = std::max<Int128>(0, Int128{b.greatest} - 1);
  return emit_whole(Operation::Modulo, {a, b}, least, greatest, has_zero(b));
}

// For small constant exponents, uses the same products as repeated squaring.
Value Compiler::power(const Value& base, const Value& exponent) {
  if (exponent.is_constant() && exponent.least >= 0 && exponent.least <= 4) {
    if (exponent.least == 0) return base.type == Type::Real ? constant_real(1) : constant_whole(1);
    if (exponent.least == 1) return base.type == Type::Truth ? add(base, constant_whole(0)) : base;
    const Value square = multiply(base, base);
    if (exponent.least == 2) return square;
    return exponent.least == 3 ? multiply(base, square) : multiply(square, square);
  }
  if (exponent.type == Type::Real)
    return emit(Operation::PowerReal, Type::Real, {to_real(base), exponent}, true);
  if (base.type == Type::Real)
    return emit(Operation::PowerWhole, Type::Real, {base, exponent}, exponent.least < 0);
  if (exponent.greatest < 0)
    fail("a whole number to a negative power is not whole; write 2.0 for a real base");
  return emit_whole(Operation::Power, {base, exponent}, least_whole, greatest_whole, true);
}

Value Compiler::negate(const Value& a) {
  if (a.type != Type::Real) {
    if (a.is_constant() && a.least != least_whole) return constant_whole(-a.least);
    return emit_whole(Operation::Negate, {a}, -Int128{a.greatest}, -Int128{a.least});
  }
  if (is_constant(a))
    return constant_real(-std::bit_cast<double>(program_.instructions[a.instruction].constant));
  Value result = emit(Operation::NegateReal, Type::Real, {a}, false);
  result.is_finite = a.is_finite;
  return result;
}

Value Compiler::absolute(const Value& a) {
  if (a.type != Type::Real) {
    const Int128 least = has_zero(a) ? Int128{0} : a.least > 0 ? Int128{a.least} : -Int128{a.greatest};
    return emit_whole(Operation::Absolute, {a}, least, magnitude(a));
  }
  Value result = emit(Operation::AbsoluteReal, Type::Real, {a}, false);
  result.is_finite = a.is_finite;
  return result;
}

Value Compiler::minimum(const Value& a, const Value& b) {
  if (!is_either_real(a, b))
    return emit_whole(Operation::Minimum, {a, b}, std::min(a.least, b.least),
                      std::min(a.greatest, b.greatest));
  Value result = emit(Operation::MinimumReal, Type::Real, {to_real(a), to_real(b)}, false);
  result.is_finite = a.is_finite && b.is_finite;
  return result;
}

Value Compiler::maximum(const Value& a, const Value& b) {
  if (!is_either_real(a, b))
    return emit_whole(Operation::Maximum, {a, b}, std::max(a.least, b.least),
                      std::max(a.greatest, b.greatest));
  Value result = emit(Operation::MaximumReal, Type::Real, {to_real(a), to_real(b)}, false);
  result.is_finite = a.is_finite && b.is_finite;
  return result;
}

// A whole number and a real are compared exactly, because most whole numbers above 2^53 are not doubles.
Value Compiler::compare(const std::string& sign, const Value& a, const Value& b) {
  if (sign == ">") return compare("<", b, a);
  if (sign == ">=") return compare("<=", b, a);
  if (sign == "!=") return logic_not(compare("==", a, b));
  const bool are_mixed = is_either_real(a, b) && a.type != b.type;
  const Value& of_whole = a.type == Type::Real ? b : a;
  if (are_mixed && (of_whole.least < -largest_exact || of_whole.greatest > largest_exact)) {
    const Value order = emit(Operation::Order, Type::Whole, {of_whole, a.type == Type::Real ? a : b}, false);
    const Value zero = constant_whole(0);
    return a.type == Type::Real ? compare(sign, zero, order) : compare(sign, order, zero);
  }
  const bool are_real = is_either_real(a, b);
  const Operation operation = sign == "=="  ? (are_real ? Operation::EqualReal : Operation::Equal)
                              : sign == "<" ? (are_real ? Operation::LessReal : Operation::Less)
                                            : (are_real ? Operation::LessEqualReal : Operation::LessEqual);
  if (are_real) return emit(operation, Type::Truth, {to_real(a), to_real(b)}, false);
  return emit(operation, Type::Truth, {a, b}, false);
}

Value Compiler::logic(Operation operation, const Value& a, const Value& b) {
  return emit(operation, Type::Truth, {a, b}, false);
}

Value Compiler::logic_not(const Value& a) { return emit(Operation::Not, Type::Truth, {a}, false); }

Value Compiler::select(const Value& condition, const Value& consequence, const Value& alternative) {
  if (is_either_real(consequence, alternative)) {
    Value result = emit(Operation::SelectReal, Type::Real,
                        {condition, to_real(consequence), to_real(alternative)}, false);
    result.is_finite = consequence.is_finite && alternative.is_finite;
    return result;
  }
  const bool are_truths = consequence.type == Type::Truth && alternative.type == Type::Truth;
  return emit_whole(Operation::Select, {condition, consequence, alternative},
                    std::min(consequence.least, alternative.least),
                    std::max(consequence.greatest, alternative.greatest), false,
                    are_truths ? Type::Truth : Type::Whole);
}

Value Compiler::real_function(Operation operation, const Value& a) {
  const bool can_fail = operation != Operation::Exponential;
  Value result = emit(operation, Type::Real, {to_real(a)}, can_fail);
  result.is_finite = operation == Operation::Sine || operation == Operation::Cosine ||
                     (operation == Operation::SquareRoot && a.is_finite);
  return result;
}

Value Compiler::rounded(Operation operation, const Value& a) {
  if (a.type != Type::Real) return a.type == Type::Truth ? add(a, constant_whole(0)) : a;
  return emit_whole(operation, {a}, least_whole, greatest_whole, true);
}

Value Compiler::chance_threshold(const Value& a) {
  const Value probability = to_real(a);
  if (is_constant(probability)) {
    const auto number = std::bit_cast<double>(program_.instructions[probability.instruction].constant);
    if (!(number >= 0 && number <= 1)) fail("a chance is between 0 and 1");
    if (number > 0 && number < 0x1p-32) fail("a chance below 2^-32 (2.3e-10) cannot be distinguished from 0");
    return constant_whole(static_cast<std::int64_t>(number * 0x1p32));
  }
  return emit_whole(Operation::ChanceThreshold, {probability}, 0, Int128{1} << 32, true);
}

Value Compiler::require_below(const Value& a, std::int64_t bound) {
  if (a.least >= 0 && a.greatest < bound) return a;
  Value result = emit(Operation::RequireBelow, Type::Whole, {a, constant_whole(bound)}, true);
  result.least = 0;
  result.greatest = bound - 1;
  return bounded(result);
}

}  // namespace morula::formula
