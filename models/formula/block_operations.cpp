#include "models/formula/block_operations.h"

#include <tuple>
#include <utility>

#include "core/formula/formula_rule.h"

namespace morula::formula {
namespace {

template <typename Result, typename... Inputs>
struct Signature {
  using Pointers = std::tuple<const Inputs*...>;

  template <std::size_t... k>
  static Pointers pointers(const Operands& operands, std::index_sequence<k...>) {
    return {static_cast<const Inputs*>(operands.inputs[k])...};
  }
  static Pointers pointers(const Operands& operands) {
    return pointers(operands, std::index_sequence_for<Inputs...>{});
  }
};

template <typename Result, typename... Inputs>
Signature<Result, Inputs...> signature_of(Result (*)(Inputs...)) {
  return {};
}

// Applies a function of single values to each value of a block. It gives the result, or whether the operation
// fails.
template <auto function>
void compute(const Operands& operands, std::size_t count) {
  const auto inputs = decltype(signature_of(+function))::pointers(operands);
  std::apply(
      [&](const auto*... input) {
        using Result = decltype(function((*input)...));
        auto* const result = static_cast<Result*>(operands.result);
#pragma GCC ivdep
        for (std::size_t i = 0; i < count; ++i) result[i] = function(input[i]...);
      },
      inputs);
}

template <auto fails>
void find_failures(const Operands& operands, std::size_t count, const i64* guard, i64* failed) {
  const auto inputs = decltype(signature_of(+fails))::pointers(operands);
  std::apply(
      [&](const auto*... input) {
#pragma GCC ivdep
        for (std::size_t i = 0; i < count; ++i) failed[i] |= guard[i] & fails(input[i]...);
      },
      inputs);
}

template <auto function>
constexpr BlockOperation safe() {
  return {compute<function>, nullptr};
}
template <auto function, auto fails>
constexpr BlockOperation checked() {
  return {compute<function>, find_failures<fails>};
}

BlockOperation of_wholes(Operation operation) {
  switch (operation) {
    case Operation::ToReal:
      return safe<[](i64 a) { return static_cast<f64>(a); }>();
    case Operation::Add:
      return checked<whole_add, add_fails>();
    case Operation::Subtract:
      return checked<whole_subtract, subtract_fails>();
    case Operation::Multiply:
      return checked<whole_multiply, multiply_fails>();
    case Operation::FloorDivide:
      return checked<whole_floor_divide, floor_divide_fails>();
    case Operation::Modulo:
      return checked<whole_modulo, [](i64, i64 b) { return i64{b == 0}; }>();
    case Operation::Power:
      return checked<[](i64 a, i64 b) { return whole_power(a, b).value; },
                     [](i64 a, i64 b) { return whole_power(a, b).fails; }>();
    case Operation::Negate:
      return checked<whole_negate, is_least_whole>();
    case Operation::Absolute:
      return checked<whole_absolute, is_least_whole>();
    case Operation::Minimum:
      return safe<whole_minimum>();
    case Operation::Maximum:
      return safe<whole_maximum>();
    case Operation::Equal:
      return safe<[](i64 a, i64 b) { return i64{a == b}; }>();
    case Operation::Less:
      return safe<[](i64 a, i64 b) { return i64{a < b}; }>();
    case Operation::LessEqual:
      return safe<[](i64 a, i64 b) { return i64{a <= b}; }>();
    case Operation::Not:
      return safe<[](i64 a) { return a ^ 1; }>();
    case Operation::And:
      return safe<[](i64 a, i64 b) { return a & b; }>();
    case Operation::AndNot:
      return safe<[](i64 a, i64 b) { return a & (b ^ 1); }>();
    case Operation::Or:
      return safe<[](i64 a, i64 b) { return a | b; }>();
    case Operation::Select:
      return safe<[](i64 a, i64 b, i64 c) { return a ? b : c; }>();
    case Operation::RequireBelow:
      return checked<[](i64 a) { return a; },
                     [](i64 a, i64 bound) { return i64{a < 0} | i64{a >= bound}; }>();
    default:
      return {};
  }
}

BlockOperation of_reals(Operation operation) {
  switch (operation) {
    case Operation::AddReal:
      return checked<[](f64 a, f64 b) { return a + b; },
                     [](f64 a, f64 b) { return is_not_a_number(a + b); }>();
    case Operation::SubtractReal:
      return checked<[](f64 a, f64 b) { return a - b; },
                     [](f64 a, f64 b) { return is_not_a_number(a - b); }>();
    case Operation::MultiplyReal:
      return checked<[](f64 a, f64 b) { return a * b; },
                     [](f64 a, f64 b) { return is_not_a_number(a * b); }>();
    case Operation::Divide:
      return checked<[](f64 a, f64 b) { return a / b; }, divide_fails>();
    case Operation::PowerReal:
      return checked<real_power, real_power_fails>();
    case Operation::PowerWhole:
      return checked<power_of_real, power_of_real_fails>();
    case Operation::NegateReal:
      return safe<[](f64 a) { return -a; }>();
    case Operation::AbsoluteReal:
      return safe<real_absolute>();
    case Operation::MinimumReal:
      return safe<real_minimum>();
    case Operation::MaximumReal:
      return safe<real_maximum>();
    case Operation::EqualReal:
      return safe<[](f64 a, f64 b) { return i64{a == b}; }>();
    case Operation::LessReal:
      return safe<[](f64 a, f64 b) { return i64{a < b}; }>();
    case Operation::LessEqualReal:
      return safe<[](f64 a, f64 b) { return i64{a <= b}; }>();
    case Operation::SquareRoot:
      return checked<[](f64 a) { return sqrt_f64(a); }, square_root_fails>();
    case Operation::Exponential:
      return safe<real_exponential>();
    case Operation::Logarithm:
      return checked<real_logarithm, logarithm_fails>();
    case Operation::Sine:
      return checked<real_sine, angle_fails>();
    case Operation::Cosine:
      return checked<real_cosine, angle_fails>();
    case Operation::Floor:
      return checked<[](f64 a) { return whole_of(floor_f64(a)); },
                     [](f64 a) { return whole_fails(floor_f64(a)); }>();
    case Operation::Ceiling:
      return checked<[](f64 a) { return whole_of(real_ceiling(a)); },
                     [](f64 a) { return whole_fails(real_ceiling(a)); }>();
    case Operation::Round:
      return checked<[](f64 a) { return whole_of(real_round(a)); },
                     [](f64 a) { return whole_fails(real_round(a)); }>();
    case Operation::Order:
      return safe<order_of>();
    case Operation::SelectReal:
      return safe<[](i64 a, f64 b, f64 c) { return a ? b : c; }>();
    case Operation::ChanceThreshold:
      return checked<chance_threshold, chance_fails>();
    default:
      return {};
  }
}

}  // namespace

BlockOperation block_operation(Operation operation) {
  const BlockOperation found = of_wholes(operation);
  return found.compute ? found : of_reals(operation);
}

}  // namespace morula::formula
