#include "models/potts/read/never_true.h"

#include <algorithm>
#include <cmath>

#include "core/formula/syntax.h"
#include "io/section.h"

namespace morula::potts {
namespace {

using formula::Syntax;

// Of a number; of a truth value, from 0 (false) to 1 (true).
struct Bounds {
  double least = -INFINITY, greatest = INFINITY;
};

Bounds product_of(const Bounds& a, const Bounds& b) {
  Bounds bounds{INFINITY, -INFINITY};
  for (const double x : {a.least, a.greatest})
    for (const double y : {b.least, b.greatest}) {
      if (std::isnan(x * y)) return {};
      bounds = {std::min(bounds.least, x * y), std::max(bounds.greatest, x * y)};
    }
  return bounds;
}

Bounds truth(bool may_be_false, bool may_be_true) {
  return {may_be_false ? 0.0 : 1.0, may_be_true ? 1.0 : 0.0};
}

Bounds binary(const std::string& sign, const Bounds& a, const Bounds& b) {
  if (sign == "+") return {a.least + b.least, a.greatest + b.greatest};
  if (sign == "-") return {a.least - b.greatest, a.greatest - b.least};
  if (sign == "*") return product_of(a, b);
  if (sign == "<") return truth(a.greatest >= b.least, a.least < b.greatest);
  if (sign == "<=") return truth(a.greatest > b.least, a.least <= b.greatest);
  if (sign == ">") return truth(a.least <= b.greatest, a.greatest > b.least);
  if (sign == ">=") return truth(a.least < b.greatest, a.greatest >= b.least);
  if (sign == "==") return truth(true, a.least <= b.greatest && b.least <= a.greatest);
  if (sign == "and") return {std::min(a.least, b.least), std::min(a.greatest, b.greatest)};
  if (sign == "or") return {std::max(a.least, b.least), std::max(a.greatest, b.greatest)};
  return {};
}

Bounds bounds_of(const Syntax& syntax, const GreatestValues& greatest) {
  const auto part = [&](std::size_t i) { return bounds_of(syntax.parts[i], greatest); };
  switch (syntax.kind) {
    case Syntax::Kind::Whole:
    case Syntax::Kind::Real: {
      const auto number = io::parse_real(syntax.text);
      return number ? Bounds{*number, *number} : Bounds{};
    }
    case Syntax::Kind::Name: {
      if (syntax.text == "false" || syntax.text == "true")
        return truth(syntax.text == "false", syntax.text == "true");
      const auto known = greatest.find(syntax.text);
      return known == greatest.end() ? Bounds{} : Bounds{0, known->second};
    }
    case Syntax::Kind::Call:
      // A chance of 0 never comes true.
      if (syntax.text == "chance" && syntax.parts.size() == 1) return truth(true, part(0).greatest > 0);
      return {};
    case Syntax::Kind::Unary: {
      const Bounds a = part(0);
      return syntax.text == "not" ? Bounds{1 - a.greatest, 1 - a.least} : Bounds{-a.greatest, -a.least};
    }
    case Syntax::Kind::Binary:
      return binary(syntax.text, part(0), part(1));
    case Syntax::Kind::If: {
      const Bounds a = part(1), b = part(2);
      return {std::min(a.least, b.least), std::max(a.greatest, b.greatest)};
    }
  }
  return {};
}

}  // namespace

bool is_never_true(const std::string& condition, const GreatestValues& greatest) {
  try {
    return bounds_of(formula::parse(condition), greatest).greatest <= 0;
  } catch (const formula::FormulaError&) {
    return false;
  }
}

}  // namespace morula::potts
