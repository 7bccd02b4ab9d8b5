#include "models/membrane/read/scope.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace morula::membrane {
namespace {

[[noreturn]] void too_large(const Expression& e) {
  throw Complaint{e.at, "the value does not fit in 64 bits"};
}

i64 power_of(const Expression& e, i64 base, i64 exponent) {
  if (exponent < 0) throw Complaint{e.at, fmt::format("the exponent is {}; must be at least 0", exponent)};
  i64 value = 1;
  if (base == 0 || base == 1) return exponent == 0 ? 1 : base;
  if (base == -1) return exponent % 2 ? -1 : 1;
  for (; exponent > 0; --exponent)
    if (__builtin_mul_overflow(value, base, &value)) too_large(e);
  return value;
}

i64 divided(const Expression& e, i64 a, i64 b) {
  if (b == 0) throw Complaint{e.at, "divides by zero"};
  if (a == std::numeric_limits<i64>::min() && b == -1) too_large(e);
  return e.operation == '/' ? a / b : a % b;
}

}  // namespace

const i64* Scope::find(const std::string& name) const {
  for (auto it = variables_.rbegin(); it != variables_.rend(); ++it)
    if (it->first == name) return &it->second;
  return global_ ? global_->find(name) : nullptr;
}

void Scope::set(const std::string& name, i64 value) {
  const auto at = std::ranges::find(variables_, name, [](const auto& variable) { return variable.first; });
  if (at != variables_.end())
    at->second = value;
  else
    variables_.insert(variables_.begin(), {name, value});  // below the iterators, which are pushed and popped
}

i64 value_of(const Expression& e, const Scope& scope) {
  if (e.operation == '0') return e.number;
  if (e.operation == 'v') {
    if (const i64* value = scope.find(e.name)) return *value;
    throw Complaint{e.at, fmt::format("'{}' has no value here; ranges are read from the last, which is the "
                                      "outermost loop, to the first",
                                      e.name)};
  }
  const i64 a = value_of(e.of[0], scope);
  i64 result = 0;
  if (e.operation == 'n') {
    if (__builtin_sub_overflow(i64{0}, a, &result)) too_large(e);
    return result;
  }
  const i64 b = value_of(e.of[1], scope);
  bool overflows = false;
  switch (e.operation) {
    case '+':
      overflows = __builtin_add_overflow(a, b, &result);
      break;
    case '-':
      overflows = __builtin_sub_overflow(a, b, &result);
      break;
    case '*':
      overflows = __builtin_mul_overflow(a, b, &result);
      break;
    case '^':
      return power_of(e, a, b);
    default:
      return divided(e, a, b);
  }
  if (overflows) too_large(e);
  return result;
}

}  // namespace morula::membrane
