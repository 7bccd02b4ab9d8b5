#include "models/potts/read/never_true.h"

#include <algorithm>
#include <functional>

#include "core/formula/syntax.h"
#include "io/section.h"

namespace morula::potts {
namespace {

using formula::Syntax;

Bounds bounds_of(const Syntax& syntax, const KnownBounds& known);

// The bounds of an operation that is monotonic in each operand, from its values at the corners.
template <typename Operation>
Bounds from_corners(const Bounds& a, const Bounds& b, const Operation& operation) {
  Bounds bounds{INFINITY, -INFINITY};
  for (const double x : {a.least, a.greatest})
    for (const double y : {b.least, b.greatest}) {
      const double value = operation(x, y);
      if (std::isnan(value)) return {};
      bounds = {std::min(bounds.least, value), std::max(bounds.greatest, value)};
    }
  return bounds;
}

Bounds quotient(const Bounds& a, const Bounds& b) {
  if (b.least <= 0 && b.greatest >= 0) return {};
  return from_corners(a, b, std::divides<double>());
}

Bounds rounded_down(const Bounds& a) { return {std::floor(a.least), std::floor(a.greatest)}; }

// A little wider than the powers at the corners, because formulas compute powers by a different method.
Bounds power(const Bounds& a, const Bounds& b) {
  constexpr double largest_exponent = 1000, tolerance = 1e-12;
  if (a.least < 0 || b.least < -largest_exponent || b.greatest > largest_exponent) return {};
  const Bounds bounds = from_corners(a, b, [](double x, double y) { return std::pow(x, y); });
  return {bounds.least * (1 - tolerance), bounds.greatest * (1 + tolerance)};
}

Bounds minimum(const Bounds& a, const Bounds& b) {
  return {std::min(a.least, b.least), std::min(a.greatest, b.greatest)};
}
Bounds maximum(const Bounds& a, const Bounds& b) {
  return {std::max(a.least, b.least), std::max(a.greatest, b.greatest)};
}

Bounds absolute(const Bounds& a) {
  if (a.least >= 0) return a;
  return {std::max(0.0, -a.greatest), std::max(-a.least, a.greatest)};
}

Bounds truth(bool may_be_false, bool may_be_true) {
  return {may_be_false ? 0.0 : 1.0, may_be_true ? 1.0 : 0.0};
}
Bounds negation(const Bounds& a) { return {1 - a.greatest, 1 - a.least}; }

Bounds equality(const Bounds& a, const Bounds& b) {
  const bool are_equal = a.least == b.greatest && a.greatest == b.least;
  return truth(!are_equal, a.least <= b.greatest && b.least <= a.greatest);
}

Bounds comparison(const std::string& sign, const Bounds& a, const Bounds& b) {
  if (sign == "<") return truth(a.greatest >= b.least, a.least < b.greatest);
  if (sign == "<=") return truth(a.greatest > b.least, a.least <= b.greatest);
  return sign == "!=" ? negation(equality(a, b)) : equality(a, b);
}

Bounds binary(const std::string& sign, const Bounds& a, const Bounds& b) {
  if (sign == "+") return from_corners(a, b, std::plus<double>());
  if (sign == "-") return from_corners(a, b, std::minus<double>());
  if (sign == "*") return from_corners(a, b, std::multiplies<double>());
  if (sign == "/") return quotient(a, b);
  if (sign == "//") return rounded_down(quotient(a, b));
  if (sign == "%") return b.least > 0 ? Bounds{0, b.greatest - 1} : Bounds{};  // for whole numbers
  if (sign == "^") return power(a, b);
  if (sign == "or") return maximum(a, b);
  if (sign == ">") return comparison("<", b, a);
  if (sign == ">=") return comparison("<=", b, a);
  return comparison(sign, a, b);
}

// Narrows the bounds of a name to values that can fulfil a comparison with a constant or with another name.
void narrow_name(const Syntax& name, const std::string& sign, const Syntax& limit, KnownBounds& known) {
  if (name.kind != Syntax::Kind::Name || !limit.parts.empty()) return;
  const Bounds limits = bounds_of(limit, known);
  Bounds& bounds = known[name.text];
  if (sign == "<" || sign == "<=" || sign == "==")
    bounds.greatest = std::min(bounds.greatest, limits.greatest);
  if (sign == ">" || sign == ">=" || sign == "==") bounds.least = std::max(bounds.least, limits.least);
}

// Narrows the bounds to values with which all parts of an `and` can be true. For volume > 50 and volume < 40
// no values remain.
void narrow(const Syntax& condition, KnownBounds& known) {
  static const std::map<std::string, std::string> mirrored = {
      {"<", ">"}, {"<=", ">="}, {">", "<"}, {">=", "<="}, {"==", "=="}};
  if (condition.kind != Syntax::Kind::Binary) return;
  for (const Syntax& part : condition.parts)
    if (condition.text == "and") narrow(part, known);
  const auto found = mirrored.find(condition.text);
  if (found == mirrored.end()) return;
  narrow_name(condition.parts[0], condition.text, condition.parts[1], known);
  narrow_name(condition.parts[1], found->second, condition.parts[0], known);
}

Bounds of_conjunction(const Syntax& syntax, const KnownBounds& known) {
  KnownBounds narrowed = known;
  narrow(syntax, narrowed);
  // The narrowed bounds only decide whether the condition can be true; if a part is false, names may have
  // other values.
  const Bounds true_within =
                   minimum(bounds_of(syntax.parts[0], narrowed), bounds_of(syntax.parts[1], narrowed)),
               anywhere = minimum(bounds_of(syntax.parts[0], known), bounds_of(syntax.parts[1], known));
  return {anywhere.least, true_within.greatest};
}

Bounds of_call(const Syntax& call, const std::vector<Bounds>& of_parts) {
  const std::string& function = call.text;
  if (function == "uniform") return {0, 1 - 0x1p-32};
  if (function == "contact" || function == "neighbours") return {0, INFINITY};
  if (of_parts.empty()) return {};
  const Bounds& first = of_parts.front();
  // A chance of 0 never comes true.
  if (function == "chance") return truth((first.least < 1), (first.greatest > 0));
  if (function == "abs") return absolute(first);
  if (function == "floor") return rounded_down(first);
  if (function == "ceil") return {std::ceil(first.least), std::ceil(first.greatest)};
  if (function == "round") return {std::floor(first.least), std::ceil(first.greatest)};
  if (function == "clamp" && of_parts.size() == 3) return minimum(maximum(first, of_parts[1]), of_parts[2]);
  if (function != "min" && function != "max") return {};
  Bounds bounds = first;
  for (const Bounds& of_part : of_parts)
    bounds = function == "min" ? minimum(bounds, of_part) : maximum(bounds, of_part);
  return bounds;
}

Bounds of_name(const std::string& name, const KnownBounds& known) {
  if (name == "false" || name == "true") return truth(name == "false", name == "true");
  const auto found = known.find(name);
  return found == known.end() ? Bounds{} : found->second;
}

Bounds of_choice(const Bounds& condition, const Bounds& consequence, const Bounds& alternative) {
  if (condition.greatest <= 0) return alternative;
  if (condition.least >= 1) return consequence;
  return {std::min(consequence.least, alternative.least),
          std::max(consequence.greatest, alternative.greatest)};
}

Bounds bounds_of(const Syntax& syntax, const KnownBounds& known) {
  if (syntax.kind == Syntax::Kind::Name) return of_name(syntax.text, known);
  if (syntax.kind == Syntax::Kind::Whole || syntax.kind == Syntax::Kind::Real) {
    const auto number = io::parse_real(syntax.text);
    return number ? Bounds{*number, *number} : Bounds{};
  }
  if (syntax.kind == Syntax::Kind::Binary && syntax.text == "and") return of_conjunction(syntax, known);
  std::vector<Bounds> of_parts;
  for (const Syntax& part : syntax.parts) of_parts.push_back(bounds_of(part, known));
  if (syntax.kind == Syntax::Kind::Call) return of_call(syntax, of_parts);
  if (syntax.kind == Syntax::Kind::Binary) return binary(syntax.text, of_parts[0], of_parts[1]);
  if (syntax.kind == Syntax::Kind::If) return of_choice(of_parts[0], of_parts[1], of_parts[2]);
  return syntax.text == "not" ? negation(of_parts[0]) : Bounds{-of_parts[0].greatest, -of_parts[0].least};
}

}  // namespace

bool is_never_true(const std::string& condition, const KnownBounds& known) {
  try {
    return bounds_of(formula::parse(condition), known).greatest <= 0;
  } catch (const formula::FormulaError&) {
    return false;
  }
}

}  // namespace morula::potts
