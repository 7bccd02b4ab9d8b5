// A slow evaluation of formulas, written from docs/formulas.md. It shares only the elementary functions with
// the program, as that page refers to these.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "core/elementary.h"

namespace morula::test {

__extension__ typedef __int128 Int128;

using Evaluated = std::variant<bool, std::int64_t, double>;  // a truth value, a whole number, a real

struct Failure {};

// A formula as a tree. `word` is a number, a name, an operator, a function or "if".
struct Tree {
  std::string word;
  std::vector<Tree> parts;
  Evaluated value{};       // for a number
  std::size_t number = 0;  // for a name: its index
  bool is_number = false, is_name = false;
};

inline bool is_real(const Evaluated& value) { return std::holds_alternative<double>(value); }
inline std::int64_t whole_of(const Evaluated& value) {
  const auto* truth = std::get_if<bool>(&value);
  return truth ? *truth : std::get<std::int64_t>(value);
}
inline double real_of(const Evaluated& value) {
  return is_real(value) ? std::get<double>(value) : static_cast<double>(whole_of(value));
}
inline Evaluated in_64_bits(Int128 number) {
  if (number < std::numeric_limits<std::int64_t>::min() || number > std::numeric_limits<std::int64_t>::max())
    throw Failure{};
  return static_cast<std::int64_t>(number);
}
inline Evaluated a_number(double number) {
  if (std::isnan(number)) throw Failure{};
  return number;
}
inline Evaluated rounded(double number) {
  if (!(number >= -0x1p63 && number < 0x1p63)) throw Failure{};
  return static_cast<std::int64_t>(number);
}

// A quotient, rounded down.
inline Int128 floor_quotient(Int128 a, Int128 b) {
  if (b == 0) throw Failure{};
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

// A power by multiplication, from the lowest binary digit of the exponent on: x^7 is (x · x²) · x⁴.
inline double multiplied(double base, std::uint64_t exponent) {
  double product = 1;
  for (; exponent > 0; exponent /= 2, base *= base)
    if (exponent % 2 == 1) product *= base;
  return product;
}

inline Evaluated power(const Evaluated& base, const Evaluated& exponent) {
  if (!is_real(base) && !is_real(exponent)) {
    std::int64_t times = whole_of(exponent);
    const std::int64_t factor = whole_of(base);
    if (times < 0) throw Failure{};
    if (factor == 0 || factor == 1) return std::int64_t{times == 0 ? 1 : factor};
    if (factor == -1) return std::int64_t{times % 2 == 0 ? 1 : -1};
    std::int64_t product = 1;
    for (; times > 0; --times) product = std::get<std::int64_t>(in_64_bits(Int128{product} * factor));
    return product;
  }
  const double x = real_of(base), y = real_of(exponent);
  if (x == 0 && y < 0) throw Failure{};
  double up = 0;
  if (!is_real(exponent)) {
    const std::int64_t times = whole_of(exponent);
    up = multiplied(x, times < 0 ? 0 - static_cast<std::uint64_t>(times) : static_cast<std::uint64_t>(times));
  } else {
    const double size = std::abs(y);
    if (size < 0x1p53 && size == std::floor(size))
      up = multiplied(x, static_cast<std::uint64_t>(size));
    else if (x < 0)
      throw Failure{};
    else if (x == 0 || std::isinf(x))
      up = x == 0 ? 0 : x;
    else if (size < 1024)
      up = power_of(x, size);
    else
      up = exponential(std::get<double>(a_number(size * natural_logarithm(x))));
  }
  return a_number(y < 0 ? 1 / up : up);
}

// Compares two values: -1, 0 or 1. A long double holds every whole number of 64 bits.
inline int order(const Evaluated& a, const Evaluated& b) {
  const auto exact = [](const Evaluated& value) -> long double {
    if (is_real(value)) return std::get<double>(value);
    return static_cast<long double>(whole_of(value));
  };
  return exact(a) < exact(b) ? -1 : exact(a) > exact(b) ? 1 : 0;
}

inline Evaluated as_type_of(const Evaluated& value, const Evaluated& first, const Evaluated& second) {
  if (is_real(first) || is_real(second)) return real_of(value);
  if (std::holds_alternative<bool>(first) && std::holds_alternative<bool>(second)) return value;
  return whole_of(value);
}

inline Evaluated arithmetic(const std::string& sign, const Evaluated& a, const Evaluated& b) {
  if (sign == "^") return power(a, b);
  if (sign == "/") {
    if (real_of(b) == 0) throw Failure{};
    return a_number(real_of(a) / real_of(b));
  }
  if (is_real(a) || is_real(b)) {
    const double x = real_of(a), y = real_of(b);
    return a_number(sign == "+" ? x + y : sign == "-" ? x - y : x * y);
  }
  const Int128 x = whole_of(a), y = whole_of(b);
  if (sign == "//") return in_64_bits(floor_quotient(x, y));
  if (sign == "%") return in_64_bits(x - floor_quotient(x, y) * y);
  return in_64_bits(sign == "+" ? x + y : sign == "-" ? x - y : x * y);
}

inline Evaluated function(const std::string& name, const std::vector<Evaluated>& of) {
  const Evaluated& first = of[0];
  const double x = real_of(first);
  if (name == "abs")
    return is_real(first)
               ? Evaluated(std::abs(x))
               : in_64_bits(whole_of(first) < 0 ? -Int128{whole_of(first)} : Int128{whole_of(first)});
  if (name == "sqrt") return x >= 0 ? Evaluated(std::sqrt(x)) : throw Failure{};
  if (name == "exp") return exponential(x);
  if (name == "log") return !(x > 0) ? throw Failure{} : Evaluated(std::isinf(x) ? x : natural_logarithm(x));
  if (name == "sin" || name == "cos") {
    if (!(std::abs(x) <= 1'000'000)) throw Failure{};
    return name == "sin" ? sine(x) : cosine(x);
  }
  if (name == "floor" || name == "ceil" || name == "round") {
    if (!is_real(first)) return whole_of(first);
    return rounded(name == "floor" ? std::floor(x) : name == "ceil" ? std::ceil(x) : std::round(x));
  }
  if (name == "hill") {
    const Evaluated grown = power(x, of[2]), half = power(real_of(of[1]), of[2]);
    return arithmetic("/", grown, arithmetic("+", half, grown));
  }
  const auto lesser = [](const Evaluated& a, const Evaluated& b) {
    const Evaluated chosen =
        is_real(a) || is_real(b) ? (real_of(b) < real_of(a) ? b : a) : (order(b, a) < 0 ? b : a);
    return is_real(a) || is_real(b) ? Evaluated(real_of(chosen)) : Evaluated(whole_of(chosen));
  };
  const auto greater = [](const Evaluated& a, const Evaluated& b) {
    const Evaluated chosen =
        is_real(a) || is_real(b) ? (real_of(a) < real_of(b) ? b : a) : (order(a, b) < 0 ? b : a);
    return is_real(a) || is_real(b) ? Evaluated(real_of(chosen)) : Evaluated(whole_of(chosen));
  };
  if (name == "clamp") return lesser(greater(of[0], of[1]), of[2]);
  Evaluated chosen = first;
  for (std::size_t i = 1; i < of.size(); ++i)
    chosen = name == "min" ? lesser(chosen, of[i]) : greater(chosen, of[i]);
  return chosen;
}

// A zero of the type of a formula that is not evaluated.
Evaluated zero_of(const Tree& tree, const std::vector<Evaluated>& names);

inline Evaluated evaluate(const Tree& tree, const std::vector<Evaluated>& names) {
  const auto part = [&](std::size_t i) { return evaluate(tree.parts[i], names); };
  if (tree.is_number) return tree.value;
  if (tree.is_name) return names[tree.number];
  if (tree.word == "if") {
    const Evaluated branch = std::get<bool>(part(0)) ? part(1) : part(2);
    return as_type_of(branch, zero_of(tree.parts[1], names), zero_of(tree.parts[2], names));
  }
  if (tree.word == "not") return !std::get<bool>(part(0));
  if (tree.word == "and") return std::get<bool>(part(0)) && std::get<bool>(part(1));
  if (tree.word == "or") return std::get<bool>(part(0)) || std::get<bool>(part(1));
  if (tree.word == "-" && tree.parts.size() == 1) {
    const Evaluated value = part(0);
    return is_real(value) ? Evaluated(-std::get<double>(value)) : in_64_bits(-Int128{whole_of(value)});
  }
  std::vector<Evaluated> values;
  for (std::size_t i = 0; i < tree.parts.size(); ++i) values.push_back(part(i));
  if (tree.word == "==") return order(values[0], values[1]) == 0;
  if (tree.word == "!=") return order(values[0], values[1]) != 0;
  if (tree.word == "<") return order(values[0], values[1]) < 0;
  if (tree.word == "<=") return order(values[0], values[1]) <= 0;
  if (tree.word == ">") return order(values[0], values[1]) > 0;
  if (tree.word == ">=") return order(values[0], values[1]) >= 0;
  if (std::string("+-*//%^").find(tree.word) != std::string::npos)
    return arithmetic(tree.word, values[0], values[1]);
  return function(tree.word, values);
}

inline Evaluated zero_of(const Tree& tree, const std::vector<Evaluated>& names) {
  const auto part = [&](std::size_t i) { return zero_of(tree.parts[i], names); };
  const auto joined = [&](const Evaluated& a, const Evaluated& b) -> Evaluated {
    if (is_real(a) || is_real(b)) return 0.0;
    return std::int64_t{0};
  };
  if (tree.is_number) return tree.value;
  if (tree.is_name) return names[tree.number];
  if (tree.word == "if") return as_type_of(false, part(1), part(2));
  for (const char* truth : {"not", "and", "or", "==", "!=", "<", "<=", ">", ">="})
    if (tree.word == truth) return false;
  for (const char* real : {"/", "sqrt", "exp", "log", "sin", "cos", "hill"})
    if (tree.word == real) return 0.0;
  for (const char* whole : {"floor", "ceil", "round", "//", "%"})
    if (tree.word == whole) return std::int64_t{0};
  Evaluated type = joined(part(0), std::int64_t{0});
  for (std::size_t i = 1; i < tree.parts.size(); ++i) type = joined(type, part(i));
  return type;
}

}  // namespace morula::test
