// The syntax tree of a formula, before names and types are checked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/formula/formula_error.h"

namespace morula::formula {

struct Syntax {
  enum class Kind {
    Whole,   // text: its digits
    Real,    // text: the number as written
    Name,    // text
    Call,    // text: the function; parts: its arguments
    Unary,   // text: "-" or "not"; one part
    Binary,  // text: the operator; two parts
    If,      // parts: condition, then, else
  };

  Kind kind = Kind::Whole;
  std::string text;
  Place place;  // for an operator, the place of its sign
  std::vector<Syntax> parts;
};

constexpr int deepest_formula = 100;
constexpr int most_parts = 2'000;  // limit of a formula: numbers, names, operators and calls

// Throws FormulaError.
Syntax parse(std::string_view text);

// The formula as a text on one line, with all parentheses.
std::string text_of(const Syntax& syntax);

bool is_reserved(std::string_view word);  // and, or, not, if, then, else, true, false

}  // namespace morula::formula
